/** A request with an `Idempotency-Key`. */
export interface IdempotentRequest {
  readonly userId: string;
  /** Method and pattern of the path: `POST /v1/docs`. */
  readonly route: string;
  /** With the program that sent it. */
  readonly key: string;
  /** SHA-256 (hex) of the request, apart from its key. */
  readonly requestHash: string;
}

/** The stored response. */
export interface IdempotentAnswer {
  readonly status: number;
  /** Those of the operation, such as ETag. Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, encrypted at rest: it may hold secrets that are shown once. */
  readonly body: string;
}

export type IdempotencyClaim =
  /** The caller does the work, then calls `complete` or `release`. */
  | { readonly kind: 'granted'; readonly claimId: string }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'answered'; readonly answer: IdempotentAnswer }
  /** The work was committed, but the process ended or failed before its response was stored. */
  | { readonly kind: 'outcome_unknown' }
  /** The key was used for another request. */
  | { readonly kind: 'other_request' };

/**
 * Keys of requests by user and route, outside transactions. Throws `DatabaseUnavailable`. Of simultaneous claims of
 * a key, one is granted.
 */
export interface IdempotencyStore {
  /** Claims without a commit end at `runsUntil`, in case the process ends. The key is forgotten after `expiresAt`. */
  claim(
    request: IdempotentRequest,
    times: { readonly now: Date; readonly runsUntil: Date; readonly expiresAt: Date },
  ): Promise<IdempotencyClaim>;
  /** Whether the key was used, whatever the request was. */
  isUsed(request: Omit<IdempotentRequest, 'requestHash'>, now: Date): Promise<boolean>;
  /** Runs the work. Each of its transactions stores in the same commit that the claim had an effect. */
  run<T>(claimId: string, work: () => Promise<T>): Promise<T>;
  /** Stores the response, unless a later claim replaced this one. */
  complete(claimId: string, answer: IdempotentAnswer): Promise<void>;
  /** After failed work: frees the key if nothing was committed. */
  release(claimId: string): Promise<void>;
  /** Resolves with the number removed. */
  removeExpired(now: Date): Promise<number>;
}
