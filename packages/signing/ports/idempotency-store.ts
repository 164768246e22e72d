/** One request that carries an `Idempotency-Key`. */
export interface IdempotentRequest {
  readonly userId: string;
  /** Method and pattern of the path: `POST /v1/docs`. */
  readonly route: string;
  readonly key: string;
  /** SHA-256 (hex) of what distinguishes the request from others with its key. */
  readonly requestHash: string;
}

/** What the service answered when the work was done. */
export interface IdempotentAnswer {
  readonly status: number;
  /** JSON. Adapters keep it encrypted: it can hold secrets that are shown once. */
  readonly body: string;
}

export type IdempotencyClaim =
  /** The caller is to do the work, and then to call `complete` or `release` with the id. */
  | { readonly kind: 'granted'; readonly claimId: string }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'answered'; readonly answer: IdempotentAnswer }
  /** The key belongs to another request. */
  | { readonly kind: 'other_request' };

/**
 * Remembers keys of requests by user and route. All methods work outside every transaction and throw `DatabaseUnavailable`.
 * Of any number of callers that claim the same key at the same moment, one is granted it.
 */
export interface IdempotencyStore {
  /**
   * A claim is valid until `runsUntil`, so that the key of a process that ended can be claimed again. After `expiresAt`
   * everything about the key is forgotten.
   */
  claim(
    request: IdempotentRequest,
    times: { readonly now: Date; readonly runsUntil: Date; readonly expiresAt: Date },
  ): Promise<IdempotencyClaim>;
  /** Stores the answer. Does nothing if the claim was replaced by a later one. */
  complete(claimId: string, answer: IdempotentAnswer): Promise<void>;
  /** Frees the key: nothing was done. */
  release(claimId: string): Promise<void>;
  /** Resolves with how many were removed. */
  removeExpired(now: Date): Promise<number>;
}
