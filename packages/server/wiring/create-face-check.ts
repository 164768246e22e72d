import {
  createOnfidoFaceCheck,
  createSandboxFaceCheck,
  type OnfidoFaceCheck,
} from '@countersign/adapters/face-check';
import type { FaceCheckProvider } from '@countersign/signing';
import type { Config } from '../config.ts';

interface FaceChecks {
  /** Null: not configured. */
  readonly provider: FaceCheckProvider | null;
  /** Of a provider that reports. */
  readonly events?: OnfidoFaceCheck;
}

export function createFaceCheck({ faceCheck }: Config): FaceChecks {
  if (faceCheck === undefined) return { provider: null };
  if (faceCheck.provider === 'sandbox') return { provider: createSandboxFaceCheck() };
  const events = createOnfidoFaceCheck(faceCheck);
  return { provider: events, events };
}
