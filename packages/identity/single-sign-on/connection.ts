import type { User } from '../account.ts';

/** How a session began. `connection` is the provider of an account, `service` the one of the settings. */
export const SIGN_IN_METHODS = ['password', 'passkey', 'connection', 'service'] as const;

export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** An OpenID Connect provider, as far as requests to it need it. */
export interface ProviderSettings {
  /** The issuer identifier, under which the metadata is found (OpenID Connect Discovery 1.0). */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** An address of the operator's settings may be internal; that of a customer has to be public. */
  readonly isOfOperator: boolean;
}

/** Which claim makes people admins. Everybody else is a member, and owners stay owners. */
export interface RoleMapping {
  /** The name of a claim, or its path with dots; null if roles are given in this service. */
  readonly roleClaim: string | null;
  readonly adminValues: readonly string[];
}

/**
 * The provider of one account. Another issuer or client has another `connectionId`, because its subjects are other
 * people.
 */
export interface SignOnConnection extends RoleMapping {
  readonly connectionId: string;
  readonly accountId: string;
  readonly issuer: string;
  readonly clientId: string;
  /** It is stored encrypted. */
  readonly clientSecret: string;
  /** The name that people see on the button. */
  readonly name: string;
  /** Whether passwords and passkeys of all but owners are refused. */
  readonly isRequired: boolean;
  /** SHA-256 of the token of SCIM in lower-case hex; null without one. */
  readonly scimTokenHash: string | null;
  readonly scimTokenCreatedAt: Date | null;
  readonly createdAt: Date;
}

/** A domain of email addresses. Several accounts may claim one, and one of them can verify it. */
export interface SignOnDomain {
  readonly accountId: string;
  /** A host name in lower case and ASCII. */
  readonly domain: string;
  /** The value of the TXT record is made of it. It is no secret. */
  readonly token: string;
  readonly createdAt: Date;
  readonly verifiedAt: Date | null;
}

/** A sign-in that has gone to the provider. It is removed when it comes back. */
export interface SignOnAttempt {
  /** SHA-256 of the state in lower-case hex. */
  readonly stateHash: string;
  /** SHA-256 of the cookie that binds it to the browser. */
  readonly browserHash: string;
  /** It is null for the provider of the settings. */
  readonly connectionId: string | null;
  readonly redirectUrl: string;
  readonly nonce: string;
  /** It is stored encrypted. */
  readonly codeVerifier: string;
  /** The path of this service that is opened next. */
  readonly next: string;
  readonly expiresAt: Date;
}

/** Who a subject of a provider is here. A person has one subject of each provider. */
export interface SignOnLink {
  /** The `connectionId`, or the name of the operator's provider. */
  readonly realm: string;
  readonly subject: string;
  readonly personId: string;
  /** The user of the connection's account; null for the operator's provider. */
  readonly userId: string | null;
}

export interface SignOnReads {
  findConnection(connectionId: string): Promise<SignOnConnection | null>;
  findConnectionOfAccount(accountId: string): Promise<SignOnConnection | null>;
  findConnectionByScimToken(tokenHash: string): Promise<SignOnConnection | null>;
  /** Lists in alphabetical order. */
  listDomains(accountId: string): Promise<readonly SignOnDomain[]>;
  /** Finds the domain of the account that verified it. */
  findVerifiedDomain(domain: string): Promise<SignOnDomain | null>;
  findLink(realm: string, subject: string): Promise<SignOnLink | null>;
  findLinkOfPerson(realm: string, personId: string): Promise<SignOnLink | null>;
  /** Lists users of the account, oldest first, and counts all that the filter selects. */
  listDirectory(accountId: string, query: DirectoryQuery): Promise<DirectoryPage>;
}

/** A user as the directory of the customer sees it. */
export interface ProvisionedUser extends User {
  /** The id in the directory (RFC 7643 3.1); null if it gave none. */
  readonly externalId: string | null;
}

export interface DirectoryQuery {
  /** Addresses are compared without regard to case. */
  readonly filter?: {
    readonly attribute: 'userId' | 'externalId' | 'emailAddress';
    readonly value: string;
  };
  readonly limit: number;
  readonly offset: number;
}

export interface DirectoryPage {
  readonly users: readonly ProvisionedUser[];
  readonly total: number;
}

export interface SignOnStore extends SignOnReads {
  /** Rejects if the account has one. */
  insertConnection(connection: SignOnConnection): Promise<void>;
  updateConnection(connection: SignOnConnection): Promise<void>;
  /** Removes the connection with its attempts and links. Its sessions are not found any more. */
  removeConnection(connectionId: string): Promise<void>;
  /** Inserts or replaces. Rejects if another account verified the domain. */
  saveDomain(domain: SignOnDomain): Promise<void>;
  removeDomain(accountId: string, domain: string): Promise<void>;
  /** Makes other callers with the same domain wait until the transaction ends. It works inside `transact` only. */
  lockDomain(domain: string): Promise<void>;
  insertAttempt(attempt: SignOnAttempt): Promise<void>;
  /** Removes the attempt of this browser and returns it. That of another browser stays. */
  takeAttempt(stateHash: string, browserHash: string): Promise<SignOnAttempt | null>;
  /** Rejects if the subject or the person has a link in the realm. */
  insertLink(link: SignOnLink): Promise<void>;
  removeLinksOfUser(userId: string): Promise<void>;
  /** Null removes it. */
  saveExternalId(userId: string, externalId: string | null): Promise<void>;
  /** Removes attempts whose `expiresAt` is at or before `now`, and resolves with their number. */
  removeExpired(now: Date): Promise<number>;
}

/** The operator's provider, which identifies people for all of their accounts. */
export interface ServiceSignOn extends ProviderSettings, RoleMapping {
  readonly name: string;
  /** The domains whose addresses are accepted. Without one, all addresses that the provider has verified are. */
  readonly domains: readonly string[];
  /** Whether passwords and passkeys of all but owners are refused. */
  readonly isRequired: boolean;
  /** The account that new people join; null: they are refused. */
  readonly accountId: string | null;
}

/** How and from where a session began, as far as it decides which accounts it may enter. */
export interface Entrance {
  readonly method: SignInMethod;
  readonly connectionId: string | null;
}

/**
 * Whether a session may enter the account of the user. One from the provider of an account enters that account only.
 * Owners are not held to single sign-on, so that a provider that fails locks nobody out.
 */
export async function mayEnter(
  { signOn }: { readonly signOn: SignOnReads },
  service: ServiceSignOn | undefined,
  { accountId, role }: Pick<User, 'accountId' | 'role'>,
  { method, connectionId }: Entrance,
): Promise<boolean> {
  const connection = await signOn.findConnectionOfAccount(accountId);
  if (connectionId !== null) return connection?.connectionId === connectionId;
  if (role === 'owner') return true;
  if (connection?.isRequired === true) return false;
  return service?.isRequired !== true || method === 'service';
}
