import type { Clock, IdSource } from '@countersign/base';
import type { ApiKey, Caller, IdentityStores, Scope } from '@countersign/identity';

export interface AccessToken extends Caller {
  readonly apiKeyId: string | null;
  /** It is null for tokens of API keys. Removing the grant removes the token. */
  readonly grantId: string | null;
  /** SHA-256 of the token in lower-case hex. */
  readonly tokenHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * The limit holds for one API key or grant, which has a rate limit of its own. The newest tokens stay valid.
 */
export const MAX_ACCESS_TOKENS = 100;

/** What every request of a program needs of its token. */
export type HeldAccessToken = Omit<AccessToken, 'tokenHash' | 'createdAt'>;

/** What counts a request. The window starts with its first request. */
export interface RequestWindow {
  readonly key: string;
  readonly windowMs: number;
}

export interface RequestCount {
  /** The count is 1 for the first of a window. */
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly remainingMs: number;
}

/** The contract is `describeAccessTokenStore` of `@countersign/oauth/testing`. */
export interface AccessTokenStore {
  /**
   * Stores a token, durable when it resolves. Removes the oldest of the same API key or grant above
   * `MAX_ACCESS_TOKENS`. Rejects if the hash exists.
   */
  insert(token: AccessToken): Promise<void>;
  /** Finds expired tokens too. Returns null if the user is deactivated or the API key was removed. */
  findByHash(tokenHash: string): Promise<HeldAccessToken | null>;
  /**
   * Returns null for expired tokens too. Otherwise counts a request in the same statement, as `RateCounter`
   * of signing does, so that the check costs requests no statement of its own.
   */
  findAndCount(
    tokenHash: string,
    now: Date,
    window: RequestWindow,
  ): Promise<{ readonly token: HeldAccessToken; readonly counted: RequestCount } | null>;
  remove(tokenHash: string): Promise<void>;
  /** Removes those whose `expiresAt` is at or before `now`, and resolves with their number. */
  removeExpired(now: Date): Promise<number>;
}

export const CLIENT_AUTH_METHODS = ['none', 'client_secret_basic'] as const;

export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number];

/** A registered client (RFC 7591). */
export interface OAuthClient {
  /** A UUID, or the address of a metadata document. */
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUris: readonly string[];
  /** The value is `none` for public clients. */
  readonly authMethod: ClientAuthMethod;
  /** SHA-256 in lower-case hex; null for public clients. */
  readonly secretHash: string | null;
  readonly details: ClientDetails;
  /** The user who registered it while signed in; null if it registered itself. */
  readonly userId: string | null;
  readonly createdAt: Date;
  /** The day of its last consent or tokens; null before the first. */
  readonly lastUsedAt: Date | null;
}

/** What the client says of itself. None of it is verified. */
export interface ClientDetails {
  readonly grantTypes: readonly string[];
  readonly responseTypes: readonly string[];
  readonly clientUri?: string | undefined;
  readonly logoUri?: string | undefined;
  readonly tosUri?: string | undefined;
  readonly policyUri?: string | undefined;
  readonly scope?: string | undefined;
  readonly contacts?: readonly string[] | undefined;
}

/** A user's consent. Its codes and tokens end with it. */
export interface Grant {
  readonly grantId: string;
  readonly userId: string;
  readonly accountId: string;
  readonly clientId: string;
  /** The name that the client had when the user consented. */
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** The last time that it gave tokens; null before the first. */
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date;
}

export const ARTIFACT_KINDS = ['AuthorizationCode', 'RefreshToken', 'Interaction'] as const;

export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

export interface Artifact {
  readonly kind: ArtifactKind;
  /** SHA-256 in lower-case hex. The secret itself is in no column. */
  readonly idHash: string;
  /** It is null for a running consent. */
  readonly grantId: string | null;
  /** The hash of the refresh token that this one replaced. */
  readonly replacedHash: string | null;
  /** SHA-256 of the cookie of the browser that began a consent. */
  readonly browserHash: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly consumedAt: Date | null;
  readonly expiresAt: Date;
}

export interface OAuthStore {
  insertClient(client: OAuthClient): Promise<void>;
  findClient(clientId: string): Promise<OAuthClient | null>;
  /** Lists the clients that the user registered, oldest first. */
  listClients(userId: string): Promise<readonly OAuthClient[]>;
  /** Removes the client with its grants. */
  removeClient(clientId: string): Promise<void>;
  markClientUsed(clientId: string, usedAt: Date): Promise<void>;
  /**
   * Removes those that registered themselves, have no grant, and were last used, or else made, by that date.
   * Resolves with their number.
   */
  removeUnusedClients(usedBefore: Date): Promise<number>;
  insertGrant(grant: Grant): Promise<void>;
  /** Returns null if its user is not active. */
  findGrant(grantId: string): Promise<Grant | null>;
  /** Lists the oldest first, without grants that gave no token. */
  listGrants(userId: string): Promise<readonly Grant[]>;
  markGrantUsed(grantId: string, usedAt: Date, expiresAt: Date): Promise<void>;
  /** Removes the grant with its codes and tokens. Removing a missing grant is not an error. */
  removeGrant(grantId: string): Promise<void>;
  /** Inserts the artifact or replaces it. */
  saveArtifact(artifact: Artifact): Promise<void>;
  findArtifact(kind: ArtifactKind, idHash: string): Promise<Artifact | null>;
  /** Marks it as used, unless it has an earlier date. */
  consumeArtifact(kind: ArtifactKind, idHash: string, consumedAt: Date): Promise<void>;
  removeArtifact(kind: ArtifactKind, idHash: string): Promise<void>;
  listReplacements(replacedHash: string): Promise<readonly Artifact[]>;
  /** Removes those whose `expiresAt` is at or before `now`, and grants of deactivated users. */
  removeExpired(now: Date): Promise<number>;
}

/** The store of a transaction, until whose end its locks last. */
export interface LockingOAuthStore extends OAuthStore {
  /** Returns null if its user is not active. The grant cannot end meanwhile. */
  lockGrant(grantId: string): Promise<Grant | null>;
  /** Locks the artifact and its grant. A locked code or token is used once. */
  lockArtifact(kind: ArtifactKind, idHash: string): Promise<Artifact | null>;
}

/** The stores of one transaction. */
export interface OAuthStores extends Pick<IdentityStores, 'accounts' | 'accountEvents' | 'browserSessions'> {
  readonly oauth: LockingOAuthStore;
  readonly accessTokens: AccessTokenStore;
}

export interface OAuthDatabase {
  /** Runs the work in one transaction. The work makes no network calls. */
  transact<T>(work: (stores: OAuthStores) => Promise<T>): Promise<T>;
  /** The store for single statements outside transactions. */
  readonly oauth: OAuthStore;
}

interface DocumentAnswer {
  readonly status: number;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * HTTPS to public addresses, no redirects, at most `maxBytes`. Rejects otherwise, with `DocumentUnavailable` if a later
 * attempt may succeed.
 */
export type FetchDocument = (url: string, maxBytes: number) => Promise<DocumentAnswer>;

export class DocumentUnavailable extends Error {
  constructor(cause: unknown) {
    super('the document cannot be read', { cause });
    this.name = 'DocumentUnavailable';
  }
}

export interface TokensDeps {
  readonly store: AccessTokenStore;
  /** Returns null if it is unknown or its user is deactivated. */
  claimApiKey(secret: string): Promise<ApiKey | null>;
  readonly clock: Clock;
  readonly ids: Pick<IdSource, 'secret'>;
}
