import type { Caller } from '@countersign/identity';

/** An access token as it is kept. The token itself is never stored. */
export interface AccessToken extends Caller {
  readonly apiKeyId: string | null;
  /** SHA-256 of the token, lower-case hex. */
  readonly tokenHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Tokens by hash. Implementations pass `describeAccessTokenStore` of `@countersign/oauth/testing`. */
export interface AccessTokenStore {
  /** Durable when it resolves. Rejects when the hash is already there. */
  insert(token: AccessToken): Promise<void>;
  /**
   * Exact match; also finds expired tokens, judging them is the caller's rule. Null for a token whose user is deactivated, or whose
   * API key was removed.
   */
  findByHash(tokenHash: string): Promise<AccessToken | null>;
  /** Removes every token with `expiresAt` at or before `now`; resolves with how many. */
  removeExpired(now: Date): Promise<number>;
}
