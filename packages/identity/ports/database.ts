import type { Account, ApiKey, User, UserInvitation } from '../accounts/account.ts';
import type { IdentityJob } from '../jobs/job.ts';

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
}

export interface IdentityStores extends IdentityReads {
  readonly accounts: AccountStore;
  readonly jobs: IdentityJobStore;
}

/** Jobs are enqueued inside the transaction that makes them necessary, and run at least once. */
export interface IdentityJobStore {
  enqueue(job: IdentityJob): Promise<void>;
}

export interface AccountReads {
  findAccount(accountId: string): Promise<Account | null>;
  findUser(userId: string): Promise<User | null>;
  /** Case-insensitive. Invited users are not found: several accounts may invite one address. */
  findUserByEmail(emailAddress: string): Promise<User | null>;
  findApiKeyByHash(keyHash: string): Promise<ApiKey | null>;
  /** Case-insensitive, invited users included. */
  hasAddress(accountId: string, emailAddress: string): Promise<boolean>;
  findInvitation(tokenHash: string): Promise<UserInvitation | null>;
  hasAnyAccount(): Promise<boolean>;
  /** The oldest first. */
  listAccounts(): Promise<readonly Account[]>;
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
  /** Writes the whole row, which must exist. */
  updateUser(user: User): Promise<void>;
  /** Removes a user who is `invited`, and their invitations; any other is left as it is. */
  removeInvitedUser(userId: string): Promise<void>;
  insertInvitation(invitation: UserInvitation): Promise<void>;
  /** Those of a user. */
  removeInvitations(userId: string): Promise<void>;
  /** Keeps other callers of this with the same address waiting until the transaction ends. Only inside `transact`. */
  lockEmailAddress(emailAddress: string): Promise<void>;
  /** Removing a missing key is not an error. */
  removeApiKey(apiKeyId: string): Promise<void>;
  markApiKeyUsed(apiKeyId: string, usedAt: Date): Promise<void>;
  /** Locks the account until the transaction ends. Only inside `transact`. */
  lockAccount(accountId: string): Promise<void>;
}
