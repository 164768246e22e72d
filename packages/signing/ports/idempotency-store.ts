export interface IdempotentRequest {
  readonly userId: string;
  /** Method and pattern of the path: `POST /v1/docs`. */
  readonly route: string;
  /** The key includes the program that sent it. */
  readonly key: string;
  /** SHA-256 (hex), apart from the key. */
  readonly requestHash: string;
}

export interface IdempotentAnswer {
  readonly status: number;
  /** Lower-case names, such as those with ETag. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, encrypted at rest: it may hold secrets. */
  readonly body: string;
}

export type IdempotencyClaim =
  /** The caller then calls `complete` or `release`. */
  | { readonly kind: 'granted'; readonly claimId: string }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'answered'; readonly answer: IdempotentAnswer }
  /** Committed, but its response was not stored. */
  | { readonly kind: 'outcome_unknown' }
  | { readonly kind: 'other_request' };

/**
 * By user and route, outside transactions. Throws `DatabaseUnavailable`. Of simultaneous claims of a key, one
 * is granted.
 */
export interface IdempotencyStore {
  /** Claims without a commit end at `runsUntil`, in case the process ends. */
  claim(
    request: IdempotentRequest,
    times: { readonly now: Date; readonly runsUntil: Date; readonly expiresAt: Date },
  ): Promise<IdempotencyClaim>;
  /** Whether the key was used, whatever the request was. */
  isUsed(request: Omit<IdempotentRequest, 'requestHash'>, now: Date): Promise<boolean>;
  /** Runs the work. Each of its transactions stores in the same commit that the claim had an effect. */
  run<T>(claimId: string, work: () => Promise<T>): Promise<T>;
  /** Does nothing if a later claim replaced this one. */
  complete(claimId: string, answer: IdempotentAnswer): Promise<void>;
  /** Frees the key if nothing was committed. */
  release(claimId: string): Promise<void>;
  /** Resolves with the number. */
  removeExpired(now: Date): Promise<number>;
}
