import type { Language } from '@countersign/identity';

export interface FaceCheckRequest {
  /** The id of the proof, which the provider reports back. */
  readonly reference: string;
  /** From the identity document; JPEG. */
  readonly portrait: Uint8Array;
  /** Where the provider's page leads afterwards. */
  readonly returnUrl: string;
  readonly language: Language;
}

export interface StartedFaceCheck {
  readonly sessionId: string;
  /** The provider's page; null for the sandbox, which has none. */
  readonly url: string | null;
}

export type FaceCheckFailure = 'face_not_matched' | 'cancelled' | 'provider_failed';

export type FaceCheckResult =
  | { readonly status: 'pending' }
  /** `score`: how alike the faces are, 0 to 1; null if the provider only says that they match. */
  | { readonly status: 'passed'; readonly score: number | null }
  | { readonly status: 'failed'; readonly reason: FaceCheckFailure };

/** Compares a live face with a portrait. Rejects if it cannot be reached, or has no such session. */
export interface FaceCheckProvider {
  /** Shown in the signature and the evidence. */
  readonly name: string;
  /** Whether it compares nothing: development only. */
  readonly isSandbox: boolean;
  start(request: FaceCheckRequest): Promise<StartedFaceCheck>;
  fetch(sessionId: string): Promise<FaceCheckResult>;
}
