import type { Caller, IdentityStores, Scope } from '@countersign/identity';

/** A stored access token. */
export interface AccessToken extends Caller {
  readonly apiKeyId: string | null;
  /** The consent it comes from; null for tokens of API keys. Removing the grant removes the token. */
  readonly grantId: string | null;
  /** SHA-256 of the token, lower-case hex. */
  readonly tokenHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What a request needs to know of a token: every request of a program asks for it. */
export type HeldAccessToken = Omit<AccessToken, 'tokenHash' | 'createdAt'>;

/** Tokens by hash. Contract: `describeAccessTokenStore` of `@countersign/oauth/testing`. */
export interface AccessTokenStore {
  /** Durable when it resolves. Rejects if the hash exists. */
  insert(token: AccessToken): Promise<void>;
  /** Finds expired tokens too. Null if the user is deactivated or the API key was removed. */
  findByHash(tokenHash: string): Promise<HeldAccessToken | null>;
  /** Removing a missing token is not an error. */
  remove(tokenHash: string): Promise<void>;
  /** Removes tokens with `expiresAt` at or before `now`; resolves with the number. */
  removeExpired(now: Date): Promise<number>;
}

export const CLIENT_AUTH_METHODS = ['none', 'client_secret_basic'] as const;

export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number];

/** A program that users give access to (RFC 7591). */
export interface OAuthClient {
  /** A UUID, or the address of a metadata document. */
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUris: readonly string[];
  /** `none`: public. */
  readonly authMethod: ClientAuthMethod;
  /** SHA-256 of the secret, lower-case hex; null for public clients. */
  readonly secretHash: string | null;
  readonly details: ClientDetails;
  /** The user who registered it while signed in. */
  readonly userId: string | null;
  readonly createdAt: Date;
  /** The last time that it took part in a consent or got tokens, to the day; null before the first. */
  readonly lastUsedAt: Date | null;
}

/** What a client says of itself; none of it is verified. */
export interface ClientDetails {
  readonly grantTypes: readonly string[];
  readonly responseTypes: readonly string[];
  readonly clientUri?: string;
  readonly logoUri?: string;
  readonly tosUri?: string;
  readonly policyUri?: string;
  readonly scope?: string;
  readonly contacts?: readonly string[];
}

/** The consent of a user to a client. Its codes and tokens end with it. */
export interface Grant {
  readonly grantId: string;
  readonly userId: string;
  readonly accountId: string;
  readonly clientId: string;
  /** As it was when the user consented. */
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** The last time it gave tokens; null before the first. */
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date;
}

export const ARTIFACT_KINDS = ['AuthorizationCode', 'RefreshToken', 'Interaction'] as const;

export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

/** A code, refresh token or running consent. Its secret is in no column. */
export interface Artifact {
  readonly kind: ArtifactKind;
  /** SHA-256 of the secret, lower-case hex. */
  readonly idHash: string;
  /** Null for a running consent. */
  readonly grantId: string | null;
  /** The refresh token that this one replaced. */
  readonly replacedHash: string | null;
  /** Of a running consent: SHA-256 of the cookie of the browser that began it. */
  readonly browserHash: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly consumedAt: Date | null;
  readonly expiresAt: Date;
}

export interface OAuthStore {
  insertClient(client: OAuthClient): Promise<void>;
  findClient(clientId: string): Promise<OAuthClient | null>;
  /** Those that the user registered, the oldest first. */
  listClients(userId: string): Promise<readonly OAuthClient[]>;
  /** Removes its grants too. */
  removeClient(clientId: string): Promise<void>;
  markClientUsed(clientId: string, usedAt: Date): Promise<void>;
  /**
   * Removes clients that registered themselves, have no grant, and were last used, or else made, at or before that date.
   * Resolves with the number.
   */
  removeUnusedClients(usedBefore: Date): Promise<number>;
  insertGrant(grant: Grant): Promise<void>;
  /** Null if its user is not active. Inside a transaction the row is locked, so the grant cannot end meanwhile. */
  findGrant(grantId: string): Promise<Grant | null>;
  /** The oldest first, without those that gave no token. */
  listGrants(userId: string): Promise<readonly Grant[]>;
  markGrantUsed(grantId: string, usedAt: Date, expiresAt: Date): Promise<void>;
  /** Removes its codes and tokens too. Removing a missing grant is not an error. */
  removeGrant(grantId: string): Promise<void>;
  /** Inserts or replaces. */
  saveArtifact(artifact: Artifact): Promise<void>;
  /** Inside a transaction the row is locked until its end, so a code or token is used once. */
  findArtifact(kind: ArtifactKind, idHash: string): Promise<Artifact | null>;
  /** Keeps an earlier date. */
  consumeArtifact(kind: ArtifactKind, idHash: string, consumedAt: Date): Promise<void>;
  removeArtifact(kind: ArtifactKind, idHash: string): Promise<void>;
  /** The refresh tokens that replaced one. */
  listReplacements(replacedHash: string): Promise<readonly Artifact[]>;
  /** Removes artifacts and grants with `expiresAt` at or before `now`, and grants of deactivated users. */
  removeExpired(now: Date): Promise<number>;
}

/** What else takes part in a transaction. */
export type OAuthStores = Pick<IdentityStores, 'accounts' | 'accountEvents' | 'browserSessions'>;

export interface OAuthDatabase {
  /** Runs `work` in one transaction. No network calls inside. */
  transact<T>(work: (stores: OAuthStores) => Promise<T>): Promise<T>;
  readonly oauth: OAuthStore;
  readonly accessTokens: AccessTokenStore;
}

/** The answer of a server with a client metadata document. */
interface DocumentAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** HTTPS to public addresses, no redirects, at most `maxBytes`. Rejects otherwise. */
export type FetchDocument = (url: string, maxBytes: number) => Promise<DocumentAnswer>;
