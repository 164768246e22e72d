import type { FaceCheckProvider } from '@countersign/signing';
import { createVendorFaceCheck, type VendorSettings } from './vendor-face-check.ts';

export type FaceCheckSettings =
  | ({ readonly provider: 'vendor' } & VendorSettings)
  | { readonly provider: 'sandbox' };

export function createFaceCheck(settings: FaceCheckSettings): FaceCheckProvider {
  return settings.provider === 'sandbox' ? createSandboxFaceCheck() : createVendorFaceCheck(settings);
}

/** For development: compares nothing, says so on the page, and asks there for the outcome. */
function createSandboxFaceCheck(): FaceCheckProvider {
  return {
    name: 'Sandbox (no face was compared)',
    isSandbox: true,
    start: async ({ reference }) => ({ sessionId: reference, url: null }),
    fetch: async () => ({ status: 'pending' }),
  };
}
