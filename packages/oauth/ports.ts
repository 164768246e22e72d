import type { Caller } from '@countersign/identity';

/** A stored access token. */
export interface AccessToken extends Caller {
  readonly apiKeyId: string | null;
  /** SHA-256 of the token, lower-case hex. */
  readonly tokenHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Tokens by hash. Contract: `describeAccessTokenStore` of `@countersign/oauth/testing`. */
export interface AccessTokenStore {
  /** Durable when it resolves. Rejects if the hash exists. */
  insert(token: AccessToken): Promise<void>;
  /** Finds expired tokens too. Null if the user is deactivated or the API key was removed. */
  findByHash(tokenHash: string): Promise<AccessToken | null>;
  /** Removes tokens with `expiresAt` at or before `now`; resolves with the number. */
  removeExpired(now: Date): Promise<number>;
}
