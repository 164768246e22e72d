import type { FaceCheckProvider } from '@countersign/signing';

/** For development: compares nothing, says so on the page, and asks there for the outcome. */
export function createSandboxFaceCheck(): FaceCheckProvider {
  return {
    name: 'Sandbox (no face was compared)',
    isSandbox: true,
    start: async ({ reference }) => ({ sessionId: reference, url: null }),
    fetch: async () => ({ status: 'pending' }),
  };
}
