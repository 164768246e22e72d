import type { Language } from '@countersign/identity';

export interface FaceCheckRequest {
  /** The proof, as the provider reports it back. */
  readonly reference: string;
  /** JPEG. */
  readonly portrait: Uint8Array;
  readonly returnUrl: string;
  readonly language: Language;
}

export interface StartedFaceCheck {
  readonly sessionId: string;
  /** Null for the sandbox. */
  readonly url: string | null;
}

export type FaceCheckFailure = 'face_not_matched' | 'cancelled' | 'provider_failed';

export type FaceCheckResult =
  | { readonly status: 'pending' }
  /** `score`: 0 to 1; null if the provider only says that they match. */
  | { readonly status: 'passed'; readonly score: number | null }
  | { readonly status: 'failed'; readonly reason: FaceCheckFailure };

/** Rejects if it cannot be reached, or has no such session. */
export interface FaceCheckProvider {
  readonly name: string;
  /** It compares nothing: development only. */
  readonly isSandbox: boolean;
  start(request: FaceCheckRequest): Promise<StartedFaceCheck>;
  fetch(sessionId: string): Promise<FaceCheckResult>;
}
