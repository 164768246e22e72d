import type { FaceCheckProvider } from '@countersign/signing';

/** For development: the page asks for the outcome. */
export function createSandboxFaceCheck(): FaceCheckProvider {
  return {
    name: 'Sandbox face check',
    isSandbox: true,
    start: async ({ reference }) => ({ sessionId: reference, url: null }),
    fetch: async () => ({ status: 'pending' }),
  };
}
