/** A request with an `Idempotency-Key`. */
export interface IdempotentRequest {
  readonly userId: string;
  /** Method and pattern of the path: `POST /v1/docs`. */
  readonly route: string;
  readonly key: string;
  /** SHA-256 (hex) of the request, apart from its key. */
  readonly requestHash: string;
}

/** The stored response. */
export interface IdempotentAnswer {
  readonly status: number;
  /** JSON, encrypted at rest: it may hold secrets that are shown once. */
  readonly body: string;
}

export type IdempotencyClaim =
  /** The caller does the work, then calls `complete` or `release`. */
  | { readonly kind: 'granted'; readonly claimId: string }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'answered'; readonly answer: IdempotentAnswer }
  /** The key was used for another request. */
  | { readonly kind: 'other_request' };

/**
 * Keys of requests by user and route, outside transactions. Throws `DatabaseUnavailable`. Of simultaneous claims of
 * a key, one is granted.
 */
export interface IdempotencyStore {
  /** Claims end at `runsUntil`, in case the process ends. The key is forgotten after `expiresAt`. */
  claim(
    request: IdempotentRequest,
    times: { readonly now: Date; readonly runsUntil: Date; readonly expiresAt: Date },
  ): Promise<IdempotencyClaim>;
  /** Stores the response, unless a later claim replaced this one. */
  complete(claimId: string, answer: IdempotentAnswer): Promise<void>;
  /** Frees the key after work that had no effect. */
  release(claimId: string): Promise<void>;
  /** Resolves with the number removed. */
  removeExpired(now: Date): Promise<number>;
}
