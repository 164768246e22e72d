/** `read` shows [5-08], `write` creates and changes [5-09]. */
export const SCOPES = ['read', 'write'] as const;
export type Scope = (typeof SCOPES)[number];

/** An access token as it is kept. The token itself is never stored. */
export interface AccessToken {
  /** SHA-256 of the token, lower-case hex. */
  readonly tokenHash: string;
  readonly userId: string;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Tokens by hash. Implementations pass `describeAccessTokenStore` of `@countersign/oauth/testing`. */
export interface AccessTokenStore {
  /** Durable when it resolves. Rejects when the hash is already there. */
  insert(token: AccessToken): Promise<void>;
  /** Exact match; also finds expired tokens, judging them is the caller's rule. */
  findByHash(tokenHash: string): Promise<AccessToken | null>;
  /** Removes every token with `expiresAt` at or before `now`; resolves with how many. */
  removeExpired(now: Date): Promise<number>;
}

/** Whose API key it is. */
export interface ApiKeyLookup {
  /** By the SHA-256 of the key, lower-case hex. */
  findApiKeyByHash(keyHash: string): Promise<ApiKeyOwner | null>;
}

export interface ApiKeyOwner {
  readonly userId: string;
  readonly accountId: string;
}

/** Time and randomness come in as arguments. */
export interface Clock {
  now(): Date;
}

export interface SecretSource {
  /** 256 random bits, base64url. */
  secret(): string;
}
