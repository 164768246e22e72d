import type { Account, ApiKey, Logo, User, UserInvitation } from '../accounts/account.ts';
import type { AccountEvent } from '../events/account-event.ts';
import type { IdentityJob } from '../jobs/job.ts';
import type { Passkey, PasskeyChallenge, PasswordReset, Person } from '../people/person.ts';
import type { BrowserSession } from '../sessions/browser-session.ts';

/**
 * Accounts, users and keys. The `Database` of signing implements it, so one transaction may change both. Methods
 * throw `DatabaseUnavailable`.
 */
export interface IdentityDatabase {
  /** Runs `work` in one transaction, durable when it resolves. No network calls inside. */
  transact<T>(work: (stores: IdentityStores) => Promise<T>): Promise<T>;
  /** Reads outside a transaction. */
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

/** Jobs are enqueued inside the transaction that makes them necessary, and run at least once. */
export interface IdentityJobStore {
  enqueue(job: IdentityJob): Promise<void>;
}

export interface AccountReads {
  findAccount(accountId: string): Promise<Account | null>;
  findUser(userId: string): Promise<User | null>;
  /** In every account, the oldest first. */
  listUsersOfPerson(personId: string): Promise<readonly User[]>;
  findApiKeyByHash(keyHash: string): Promise<ApiKey | null>;
  /** Case-insensitive, invited users included. */
  hasAddress(accountId: string, emailAddress: string): Promise<boolean>;
  findInvitation(tokenHash: string): Promise<UserInvitation | null>;
  hasAnyAccount(): Promise<boolean>;
  /** The oldest first. */
  listAccounts(): Promise<readonly Account[]>;
  readLogo(logoId: string): Promise<Uint8Array | null>;
  findApiKey(apiKeyId: string): Promise<ApiKey | null>;
  /** The oldest first. */
  listUsers(accountId: string): Promise<readonly User[]>;
  /** The oldest first. */
  listApiKeys(accountId: string): Promise<readonly ApiKey[]>;
}

export interface AccountStore extends AccountReads {
  insertAccount(account: Account): Promise<void>;
  insertUser(user: User): Promise<void>;
  insertApiKey(key: ApiKey): Promise<void>;
  /** Writes the whole row, which must exist. */
  updateAccount(account: Account): Promise<void>;
  insertLogo(logo: Logo): Promise<void>;
  /** Those of an account. */
  removeLogos(accountId: string): Promise<void>;
  /** Writes the whole row, which must exist. */
  updateUser(user: User): Promise<void>;
  /** Removes a user who is `invited`, and their invitations; any other is left as it is. */
  removeInvitedUser(userId: string): Promise<void>;
  insertInvitation(invitation: UserInvitation): Promise<void>;
  /** Those of a user. */
  removeInvitations(userId: string): Promise<void>;
  /** Those with `expiresAt` before `date`; resolves with the number. */
  removeInvitationsBefore(date: Date): Promise<number>;
  /** Keeps other callers of this with the same address waiting until the transaction ends. Only inside `transact`. */
  lockEmailAddress(emailAddress: string): Promise<void>;
  /** Removing a missing key is not an error. */
  removeApiKey(apiKeyId: string): Promise<void>;
  markApiKeyUsed(apiKeyId: string, usedAt: Date): Promise<void>;
  /** Locks the account until the transaction ends. Only inside `transact`. */
  lockAccount(accountId: string): Promise<void>;
}

interface PersonReads {
  find(personId: string): Promise<Person | null>;
  /** Case-insensitive. */
  findByEmail(emailAddress: string): Promise<Person | null>;
  findPasswordReset(tokenHash: string): Promise<PasswordReset | null>;
  countRecoveryCodes(personId: string): Promise<number>;
  /** The oldest first. */
  listPasskeys(personId: string): Promise<readonly Passkey[]>;
  findPasskeyByCredential(credentialId: string): Promise<Passkey | null>;
}

export interface PersonStore extends PersonReads {
  /** Rejects if the address is taken. */
  insert(person: Person): Promise<void>;
  /** Writes the whole row, which must exist. */
  update(person: Person): Promise<void>;
  /** As `find`, and locks the row until the transaction ends. Only inside `transact`. */
  lock(personId: string): Promise<Person | null>;
  insertPasswordReset(reset: PasswordReset): Promise<void>;
  /** Those of a person. */
  removePasswordResets(personId: string): Promise<void>;
  /** Replaces all of the person by these hashes. */
  replaceRecoveryCodes(personId: string, codeHashes: readonly string[]): Promise<void>;
  /** Removes a code. Returns false if there is none. */
  takeRecoveryCode(personId: string, codeHash: string): Promise<boolean>;
  /** Rejects if the credential is known. */
  insertPasskey(passkey: Passkey): Promise<void>;
  /** Writes the whole row, which must exist. */
  updatePasskey(passkey: Passkey): Promise<void>;
  /** Removing a missing one is not an error. */
  removePasskey(passkeyId: string): Promise<void>;
  insertPasskeyChallenge(challenge: PasskeyChallenge): Promise<void>;
  /** Removes a challenge and returns it. */
  takePasskeyChallenge(challengeHash: string): Promise<PasskeyChallenge | null>;
  /** Removes resets and challenges with `expiresAt` at or before `now`; resolves with the number. */
  removeExpired(now: Date): Promise<number>;
}

interface BrowserSessionReads {
  /** Finds expired ones too. Null if the user in use is not active or of another person. */
  findByHash(idHash: string): Promise<BrowserSession | null>;
  /** The last used first. */
  listForPerson(personId: string): Promise<readonly BrowserSession[]>;
}

export interface BrowserSessionStore extends BrowserSessionReads {
  /** Finds it by its `sessionId`, and locks the row until the transaction ends. Only inside `transact`. */
  lock(sessionId: string): Promise<BrowserSession | null>;
  insert(session: BrowserSession): Promise<void>;
  /** Writes the row with this `sessionId` if its id is still `idHash`. Returns false otherwise. */
  replace(idHash: string, session: BrowserSession): Promise<boolean>;
  touch(idHash: string, lastUsedAt: Date): Promise<void>;
  /** Removing a missing one is not an error. */
  remove(sessionId: string): Promise<void>;
  /** Those of a person, but for one if it is given; resolves with the number. */
  removeOfPerson(personId: string, exceptSessionId?: string): Promise<number>;
  /** Those with `expiresAt` at or before `now`, or unused since `usedBefore`; resolves with the number. */
  removeExpired(now: Date, usedBefore: Date): Promise<number>;
}

interface AccountEventReads {
  /** The newest first. */
  list(
    accountId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<readonly AccountEvent[]>;
  /** Whether one of these users signed in from the address since then. */
  hasSignedIn(userIds: readonly string[], address: string, since: Date): Promise<boolean>;
}

/** What the authorization server calls a grant. */
export interface ProgramAccess {
  readonly grantId: string;
  readonly userId: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly clientName: string;
}

/** What users gave to programs. The authorization server writes it. */
export interface ProgramAccessStore {
  /** Ends all that these users gave, with its codes and tokens; resolves with what was ended. */
  endOfUsers(userIds: readonly string[]): Promise<readonly ProgramAccess[]>;
  /**
   * Whether the program still has access of the user; its end waits until the transaction is over. Only inside
   * `transact`.
   */
  lock(userId: string, clientId: string): Promise<boolean>;
}

/** Entries cannot be changed, and not be removed within a year. */
export interface AccountEventStore extends AccountEventReads {
  append(event: AccountEvent): Promise<void>;
  /** Resolves with the number. */
  removeBefore(date: Date): Promise<number>;
}
