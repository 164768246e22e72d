import type { Language } from '@countersign/base/locale';
import type { Account, ApiKey, Logo, User, UserInvitation } from './account.ts';
import type { AccountEvent } from './account-event.ts';
import type { BrowserSession } from './browser-session.ts';
import type { Passkey, PasskeyChallenge, PasswordReset, Person } from './person.ts';

export interface UserMailer {
  /** Also if the mail can never be delivered; a rejection means: try again later. */
  send(mail: UserMail): Promise<void>;
}

interface MailFacts {
  /** Another one for every mail. */
  readonly messageId: string;
  readonly to: string;
  readonly language: Language;
  readonly recipientName: string;
}

interface InvitationMail extends MailFacts {
  readonly kind: 'user_invitation';
  readonly token: string;
  readonly days: number;
  readonly senderName: string;
  readonly accountName: string;
}

interface PasswordResetMail extends MailFacts {
  readonly kind: 'password_reset';
  readonly token: string;
  readonly minutes: number;
}

/** Mailed to the person. */
export type SecurityNotice =
  | 'password_changed'
  /** By the link of a mail. */
  | 'password_reset'
  | 'totp_enabled'
  | 'totp_disabled'
  | 'recovery_codes_created'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'api_key_created'
  | 'sign_in_limited';

interface SecurityNoticeMail extends MailFacts {
  readonly kind: 'security_notice';
  readonly notice: SecurityNotice;
}

export type UserMail = InvitationMail | PasswordResetMail | SecurityNoticeMail;

/** Without secrets: a job that needs a token creates it. */
export type IdentityJob =
  | {
      readonly name: 'send-user-invitation';
      readonly userId: string;
      readonly invitedBy: string;
    }
  | { readonly name: 'send-password-reset'; readonly personId: string }
  | { readonly name: 'send-security-notice'; readonly personId: string; readonly notice: SecurityNotice }
  | { readonly name: 'remove-expired-sessions' }
  | { readonly name: 'remove-old-account-events' };

export type IdentityJobOf<Name extends IdentityJob['name']> = Extract<IdentityJob, { name: Name }>;

/** For all nodes. A count survives a rollback. */
export interface AttemptCounter {
  /** A window starts with its first count. */
  count(
    key: string,
    windowMs: number,
  ): Promise<{
    readonly count: number;
    /** Milliseconds until the window ends. */
    readonly remainingMs: number;
  }>;
}

/**
 * The `Database` of signing implements it, so one transaction may change both. Methods throw
 * `DatabaseUnavailable`.
 */
export interface IdentityDatabase {
  /** In one transaction, durable when it resolves. No network calls inside. */
  transact<T>(work: (stores: IdentityStores) => Promise<T>): Promise<T>;
  readonly read: IdentityReads;
}

export interface IdentityReads {
  readonly accounts: AccountReads;
  readonly people: PersonReads;
  readonly browserSessions: BrowserSessionReads;
  readonly accountEvents: AccountEventReads;
}

export interface IdentityStores extends IdentityReads {
  readonly accounts: AccountStore;
  readonly people: PersonStore;
  readonly browserSessions: BrowserSessionStore;
  readonly accountEvents: AccountEventStore;
  readonly programAccess: ProgramAccessStore;
  readonly jobs: IdentityJobStore;
}

/** In the transaction that makes them necessary; jobs run at least once. */
export interface IdentityJobStore {
  enqueue(job: IdentityJob): Promise<void>;
}

export interface AccountReads {
  findAccount(accountId: string): Promise<Account | null>;
  findUser(userId: string): Promise<User | null>;
  /** In every account. This and the other lists have the oldest first, unless they say otherwise. */
  listUsersOfPerson(personId: string): Promise<readonly User[]>;
  findApiKeyByHash(keyHash: string): Promise<ApiKey | null>;
  /** Case-insensitive, invited users included. */
  hasAddress(accountId: string, emailAddress: string): Promise<boolean>;
  findInvitation(tokenHash: string): Promise<UserInvitation | null>;
  hasAnyAccount(): Promise<boolean>;
  listAccounts(): Promise<readonly Account[]>;
  readLogo(logoId: string): Promise<Uint8Array | null>;
  findApiKey(apiKeyId: string): Promise<ApiKey | null>;
  listUsers(accountId: string): Promise<readonly User[]>;
  listApiKeys(accountId: string): Promise<readonly ApiKey[]>;
}

export interface AccountStore extends AccountReads {
  insertAccount(account: Account): Promise<void>;
  insertUser(user: User): Promise<void>;
  insertApiKey(key: ApiKey): Promise<void>;
  /** Rows to update must exist. */
  updateAccount(account: Account): Promise<void>;
  insertLogo(logo: Logo): Promise<void>;
  removeLogos(accountId: string): Promise<void>;
  updateUser(user: User): Promise<void>;
  /** Only if `invited`; with their invitations. */
  removeInvitedUser(userId: string): Promise<void>;
  insertInvitation(invitation: UserInvitation): Promise<void>;
  removeInvitations(userId: string): Promise<void>;
  /** Those with `expiresAt` before `date`; resolves with the number. */
  removeInvitationsBefore(date: Date): Promise<number>;
  /** Other callers with the same address wait until the transaction ends. Only inside `transact`. */
  lockEmailAddress(emailAddress: string): Promise<void>;
  removeApiKey(apiKeyId: string): Promise<void>;
  markApiKeyUsed(apiKeyId: string, usedAt: Date): Promise<void>;
  /** Until the transaction ends. Only inside `transact`. */
  lockAccount(accountId: string): Promise<void>;
}

interface PersonReads {
  find(personId: string): Promise<Person | null>;
  findByEmail(emailAddress: string): Promise<Person | null>;
  findPasswordReset(tokenHash: string): Promise<PasswordReset | null>;
  countRecoveryCodes(personId: string): Promise<number>;
  listPasskeys(personId: string): Promise<readonly Passkey[]>;
  findPasskeyByCredential(credentialId: string): Promise<Passkey | null>;
}

export interface PersonStore extends PersonReads {
  /** Rejects if the address is taken. */
  insert(person: Person): Promise<void>;
  update(person: Person): Promise<void>;
  /** Until the transaction ends. Only inside `transact`. */
  lock(personId: string): Promise<Person | null>;
  insertPasswordReset(reset: PasswordReset): Promise<void>;
  removePasswordResets(personId: string): Promise<void>;
  /** All of the person. */
  replaceRecoveryCodes(personId: string, codeHashes: readonly string[]): Promise<void>;
  /** False if there is none. */
  takeRecoveryCode(personId: string, codeHash: string): Promise<boolean>;
  /** Rejects if the credential is known. */
  insertPasskey(passkey: Passkey): Promise<void>;
  updatePasskey(passkey: Passkey): Promise<void>;
  removePasskey(passkeyId: string): Promise<void>;
  insertPasskeyChallenge(challenge: PasskeyChallenge): Promise<void>;
  /** Removes a challenge and returns it. */
  takePasskeyChallenge(challengeHash: string): Promise<PasskeyChallenge | null>;
  /** Resets and challenges with `expiresAt` at or before `now`; resolves with the number. */
  removeExpired(now: Date): Promise<number>;
}

interface BrowserSessionReads {
  /** Expired ones too. Null if the user in use is not active or of another person. */
  findByHash(idHash: string): Promise<BrowserSession | null>;
  /** The last used first. */
  listForPerson(personId: string): Promise<readonly BrowserSession[]>;
}

export interface BrowserSessionStore extends BrowserSessionReads {
  /** Until the transaction ends. Only inside `transact`. */
  lock(sessionId: string): Promise<BrowserSession | null>;
  insert(session: BrowserSession): Promise<void>;
  /** Only if the id of the row is still `idHash`; false otherwise. */
  replace(idHash: string, session: BrowserSession): Promise<boolean>;
  touch(idHash: string, lastUsedAt: Date): Promise<void>;
  remove(sessionId: string): Promise<void>;
  /** Resolves with the number. */
  removeOfPerson(personId: string, exceptSessionId?: string): Promise<number>;
  /** `expiresAt` at or before `now`, or unused since `usedBefore`; resolves with the number. */
  removeExpired(now: Date, usedBefore: Date): Promise<number>;
}

interface AccountEventReads {
  /** The newest first. */
  list(
    accountId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<readonly AccountEvent[]>;
  /** Since then. */
  hasSignedIn(userIds: readonly string[], address: string, since: Date): Promise<boolean>;
}

/** A grant of the authorization server. */
export interface ProgramAccess {
  readonly grantId: string;
  readonly userId: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly clientName: string;
}

/** Written by the authorization server. */
export interface ProgramAccessStore {
  /** With its codes and tokens; resolves with what was ended. */
  endOfUsers(userIds: readonly string[]): Promise<readonly ProgramAccess[]>;
  /** The end of the access waits until the transaction is over. Only inside `transact`. */
  lock(userId: string, clientId: string): Promise<boolean>;
}

/** Entries cannot be changed, and not be removed within a year. */
export interface AccountEventStore extends AccountEventReads {
  append(event: AccountEvent): Promise<void>;
  /** Resolves with the number. */
  removeBefore(date: Date): Promise<number>;
}

/** As a small PNG without metadata. Null if it is neither PNG nor JPEG. */
export type EncodeLogo = (bytes: Uint8Array) => Promise<Uint8Array | null>;

/** From the browser (WebAuthn level 3, 5.1.9). */
export type PasskeyResponse = Readonly<Record<string, unknown>>;

/** For the browser (WebAuthn level 3, 5.1.9). */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** For the address of this service. Challenges are base64url. */
export interface PasskeyAuthority {
  createOptions(
    person: Person,
    facts: { readonly fullName: string; readonly challenge: string; readonly known: readonly Passkey[] },
  ): Promise<PasskeyOptions>;
  signInOptions(challenge: string): Promise<PasskeyOptions>;
  /** To be looked up; null if the response is malformed. */
  readChallenge(response: PasskeyResponse): string | null;
  /** Null if the response is not right. */
  verifyNew(
    response: PasskeyResponse,
    challenge: string,
  ): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'isSynced'> | null>;
  /** The new sign count; null if the response is not right, or its count shows a copy of the key. */
  verifySignIn(response: PasskeyResponse, challenge: string, passkey: Passkey): Promise<number | null>;
}
