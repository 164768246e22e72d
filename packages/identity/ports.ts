import type { Language } from '@countersign/base/locale';
import type { Account, ApiKey, Logo, User, UserInvitation, UserStatus } from './account.ts';
import type { AccountEvent } from './account-event.ts';
import type { BrowserSession } from './browser-session.ts';
import type { Passkey, PasskeyChallenge, PasswordReset, Person } from './person.ts';
import type { SignOnReads, SignOnStore } from './single-sign-on/connection.ts';

export interface UserMailer {
  /** Resolves also if the mail can never be delivered. A rejection asks for another attempt. */
  send(mail: UserMail): Promise<void>;
}

interface MailFacts {
  /** Every mail has another id. */
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

/** What is mailed to a person about their credentials. */
export type SecurityNotice =
  | 'password_changed'
  /** The person used the link of a mail. */
  | 'password_reset'
  | 'totp_enabled'
  | 'totp_disabled'
  | 'recovery_codes_created'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'api_key_created'
  /** An account of the person was closed. */
  | 'account_closed'
  | 'sign_in_limited';

interface SecurityNoticeMail extends MailFacts {
  readonly kind: 'security_notice';
  readonly notice: SecurityNotice;
  /** The account that the notice is about; it is absent if that is all accounts of the person. */
  readonly accountName?: string | undefined;
}

export type UserMail = InvitationMail | PasswordResetMail | SecurityNoticeMail;

/** Jobs hold no secrets. A job that needs a token creates it. */
export type IdentityJob =
  | {
      readonly name: 'send-user-invitation';
      readonly userId: string;
      readonly invitedBy: string;
    }
  | { readonly name: 'send-password-reset'; readonly personId: string }
  | {
      readonly name: 'send-security-notice';
      readonly personId: string;
      readonly notice: SecurityNotice;
      readonly accountId?: string | undefined;
    }
  | { readonly name: 'remove-expired-sessions' }
  | { readonly name: 'remove-old-account-events' };

export type IdentityJobOf<Name extends IdentityJob['name']> = Extract<IdentityJob, { name: Name }>;

/** Counts for all nodes. A count survives a rollback. */
export interface AttemptCounter {
  /** Counts one. A window starts with its first count. */
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
 * The `Database` of signing implements it, so that one transaction may change both. Methods throw
 * `DatabaseUnavailable`.
 */
export interface IdentityDatabase {
  /** Runs the work in one transaction, which is durable when it resolves. The work makes no network calls. */
  transact<T>(work: (stores: IdentityStores) => Promise<T>): Promise<T>;
  readonly read: IdentityReads;
}

export interface IdentityReads {
  readonly accounts: AccountReads;
  readonly people: PersonReads;
  readonly browserSessions: BrowserSessionReads;
  readonly accountEvents: AccountEventReads;
  readonly signOn: SignOnReads;
}

export interface IdentityStores extends IdentityReads {
  readonly accounts: AccountStore;
  readonly people: PersonStore;
  readonly browserSessions: BrowserSessionStore;
  readonly accountEvents: AccountEventStore;
  readonly signOn: SignOnStore;
  readonly programAccess: ProgramAccessStore;
  readonly jobs: IdentityJobStore;
}

/** Jobs are enqueued in the transaction that makes them necessary. They run at least once. */
export interface IdentityJobStore {
  enqueue(job: IdentityJob): Promise<void>;
}

export interface AccountReads {
  findAccount(accountId: string): Promise<Account | null>;
  findUser(userId: string): Promise<User | null>;
  /**
   * Lists the person's users in every account. This and the other lists have the oldest first, unless they
   * say otherwise.
   */
  listUsersOfPerson(personId: string): Promise<readonly User[]>;
  findApiKeyByHash(keyHash: string): Promise<ApiKey | null>;
  /** Finds the user of the account with the address in any case. Invited users count. */
  findUserByAddress(accountId: string, emailAddress: string): Promise<User | null>;
  /** Counts users of the account who have one of the statuses, no further than `limit`. */
  countUsers(accountId: string, statuses: readonly UserStatus[], limit: number): Promise<number>;
  hasActiveOwner(accountId: string): Promise<boolean>;
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
  /** Rows that an `update` names must exist. */
  updateAccount(account: Account): Promise<void>;
  insertLogo(logo: Logo): Promise<void>;
  removeLogos(accountId: string): Promise<void>;
  updateUser(user: User): Promise<void>;
  /** Removes the user with their invitations, if they are `invited`. */
  removeInvitedUser(userId: string): Promise<void>;
  insertInvitation(invitation: UserInvitation): Promise<void>;
  removeInvitations(userId: string): Promise<void>;
  /** Removes those whose `expiresAt` is before `date`, and resolves with their number. */
  removeInvitationsBefore(date: Date): Promise<number>;
  /**
   * Makes other callers with the same address wait until the transaction ends. It works inside `transact`
   * only.
   */
  lockEmailAddress(emailAddress: string): Promise<void>;
  removeApiKey(apiKeyId: string): Promise<void>;
  markApiKeyUsed(apiKeyId: string, usedAt: Date): Promise<void>;
  /** Locks until the transaction ends. It works inside `transact` only. */
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
  /** Locks until the transaction ends. It works inside `transact` only. */
  lock(personId: string): Promise<Person | null>;
  insertPasswordReset(reset: PasswordReset): Promise<void>;
  removePasswordResets(personId: string): Promise<void>;
  /** Replaces all codes of the person. */
  replaceRecoveryCodes(personId: string, codeHashes: readonly string[]): Promise<void>;
  /** Removes a code, and returns false if there is none. */
  takeRecoveryCode(personId: string, codeHash: string): Promise<boolean>;
  /** Rejects if the credential is known. */
  insertPasskey(passkey: Passkey): Promise<void>;
  updatePasskey(passkey: Passkey): Promise<void>;
  removePasskey(passkeyId: string): Promise<void>;
  insertPasskeyChallenge(challenge: PasskeyChallenge): Promise<void>;
  /** Removes a challenge and returns it. */
  takePasskeyChallenge(challengeHash: string): Promise<PasskeyChallenge | null>;
  /**
   * Removes resets and challenges whose `expiresAt` is at or before `now`, and resolves with their number.
   */
  removeExpired(now: Date): Promise<number>;
}

interface BrowserSessionReads {
  /**
   * Finds expired sessions too. Returns null if the user in use is not active or is another person's, if the session's
   * connection was removed, or if the account requires another connection of all but owners.
   */
  findByHash(idHash: string): Promise<BrowserSession | null>;
  /** Lists the last used first. */
  listForPerson(personId: string): Promise<readonly BrowserSession[]>;
}

export interface BrowserSessionStore extends BrowserSessionReads {
  /** Locks until the transaction ends. It works inside `transact` only. */
  lock(sessionId: string): Promise<BrowserSession | null>;
  insert(session: BrowserSession): Promise<void>;
  /** Replaces the row if its id is still `idHash`, and returns false otherwise. */
  replace(idHash: string, session: BrowserSession): Promise<boolean>;
  touch(idHash: string, lastUsedAt: Date): Promise<void>;
  remove(sessionId: string): Promise<void>;
  /** Removes the sessions of the person, and resolves with their number. */
  removeOfPerson(personId: string, exceptSessionId?: string): Promise<number>;
  /**
   * Removes those whose `expiresAt` is at or before `now` or that are unused since `usedBefore`, and resolves
   * with their number.
   */
  removeExpired(now: Date, usedBefore: Date): Promise<number>;
}

interface AccountEventReads {
  /** Lists the newest first, or those that are older than the event `before`. */
  list(
    accountId: string,
    page: { readonly limit: number; readonly offset: number; readonly before?: string | undefined },
  ): Promise<readonly AccountEvent[]>;
  /** Whether one of the users signed in from the address since then. */
  hasSignedIn(userIds: readonly string[], address: string, since: Date): Promise<boolean>;
}

/** A grant of the authorization server, as far as identity needs it. */
export interface ProgramAccess {
  readonly grantId: string;
  readonly userId: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly clientName: string;
}

/** The authorization server writes what this store reads and ends. */
export interface ProgramAccessStore {
  /** Ends the access of the users' programs with its codes and tokens, and resolves with what was ended. */
  endOfUsers(userIds: readonly string[]): Promise<readonly ProgramAccess[]>;
  /** Makes the end of the access wait until the transaction is over. It works inside `transact` only. */
  lock(userId: string, clientId: string): Promise<boolean>;
}

/** Entries cannot be changed, nor removed within a year. */
export interface AccountEventStore extends AccountEventReads {
  append(event: AccountEvent): Promise<void>;
  /** Removes older entries, and resolves with their number. */
  removeBefore(date: Date): Promise<number>;
}

/** Draws the logo anew as a small PNG without metadata. Returns null if it is neither PNG nor JPEG. */
export type EncodeLogo = (bytes: Uint8Array) => Promise<Uint8Array | null>;

/** What the browser answers (WebAuthn level 3, 5.1.9). */
export type PasskeyResponse = Readonly<Record<string, unknown>>;

/** What the browser gets (WebAuthn level 3, 5.1.9). */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** Verifies passkeys for the address of this service. Challenges are base64url. */
export interface PasskeyAuthority {
  createOptions(
    person: Person,
    facts: { readonly fullName: string; readonly challenge: string; readonly known: readonly Passkey[] },
  ): Promise<PasskeyOptions>;
  signInOptions(challenge: string): Promise<PasskeyOptions>;
  /** Reads the challenge, by which the stored one is found. Returns null if the response is malformed. */
  readChallenge(response: PasskeyResponse): string | null;
  /** Returns null if the response is not right. */
  verifyNew(
    response: PasskeyResponse,
    challenge: string,
  ): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'isSynced'> | null>;
  /**
   * Returns the new sign count, or null if the response is not right or its count shows a copy of the key.
   */
  verifySignIn(response: PasskeyResponse, challenge: string, passkey: Passkey): Promise<number | null>;
}
