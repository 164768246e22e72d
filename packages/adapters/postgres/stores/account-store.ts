import type {
  Account,
  AccountStore,
  ApiKey,
  Logo,
  User,
  UserInvitation,
  UserStatus,
} from '@countersign/identity';
import { sql } from 'kysely';
import { toJson } from '../json.ts';
import type { Connection } from '../schema.ts';
import { requireUpdated } from './job-store.ts';

/** Columns are named, so that the statements can be prepared (guarded-pool.ts). */
const ACCOUNT_COLUMNS = [
  ...(['accountId', 'name', 'capabilities', 'limits', 'timeZone', 'color', 'language'] as const),
  ...(['senderName', 'logoId', 'createdAt', 'status', 'statusChangedAt'] as const),
] as const;

const USER_COLUMNS = [
  ...(['userId', 'accountId', 'personId', 'role', 'status', 'fullName', 'emailAddress'] as const),
  ...(['language', 'isLanguageChosen', 'timeZone', 'createdAt'] as const),
] as const;

export class PostgresAccountStore implements AccountStore {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async insertAccount(account: Account): Promise<void> {
    await this.#db.insertInto('accounts').values(toAccountRow(account)).execute();
  }

  async updateAccount(account: Account): Promise<void> {
    const { accountId, ...changes } = toAccountRow(account);
    const result = await this.#db
      .updateTable('accounts')
      .set(changes)
      .where('accountId', '=', accountId)
      .executeTakeFirst();
    requireUpdated(result, 'accounts', accountId);
  }

  async findAccount(accountId: string): Promise<Account | null> {
    const row = await this.#db
      .selectFrom('accounts')
      .select(ACCOUNT_COLUMNS)
      .where('accountId', '=', accountId)
      .executeTakeFirst();
    return row ?? null;
  }

  async listAccounts(): Promise<readonly Account[]> {
    return this.#db.selectFrom('accounts').selectAll().orderBy('createdAt').orderBy('accountId').execute();
  }

  async hasAnyAccount(): Promise<boolean> {
    const row = await this.#db.selectFrom('accounts').select('accountId').limit(1).executeTakeFirst();
    return row !== undefined;
  }

  /** Rows that refer to the account can be inserted meanwhile. */
  async lockAccount(accountId: string): Promise<void> {
    await this.#db
      .selectFrom('accounts')
      .select('accountId')
      .where('accountId', '=', accountId)
      .forNoKeyUpdate()
      .execute();
  }

  async insertLogo(logo: Logo): Promise<void> {
    await this.#db.insertInto('accountLogos').values(logo).execute();
  }

  async removeLogos(accountId: string): Promise<void> {
    await this.#db.deleteFrom('accountLogos').where('accountId', '=', accountId).execute();
  }

  async readLogo(logoId: string): Promise<Uint8Array | null> {
    const row = await this.#db
      .selectFrom('accountLogos')
      .select('content')
      .where('logoId', '=', logoId)
      .executeTakeFirst();
    return row?.content ?? null;
  }

  async insertUser(user: User): Promise<void> {
    await this.#db.insertInto('users').values(user).execute();
  }

  async updateUser({ userId, ...changes }: User): Promise<void> {
    const result = await this.#db
      .updateTable('users')
      .set(changes)
      .where('userId', '=', userId)
      .executeTakeFirst();
    requireUpdated(result, 'users', userId);
  }

  async removeInvitedUser(userId: string): Promise<void> {
    await this.#db.deleteFrom('users').where('userId', '=', userId).where('status', '=', 'invited').execute();
  }

  async findUser(userId: string): Promise<User | null> {
    const row = await this.#db
      .selectFrom('users')
      .select(USER_COLUMNS)
      .where('userId', '=', userId)
      .executeTakeFirst();
    return row ?? null;
  }

  listUsers(accountId: string): Promise<readonly User[]> {
    return this.#selectUsers().where('accountId', '=', accountId).execute();
  }

  listUsersOfPerson(personId: string): Promise<readonly User[]> {
    return this.#selectUsers().where('personId', '=', personId).execute();
  }

  #selectUsers() {
    return this.#db.selectFrom('users').selectAll().orderBy('createdAt').orderBy('userId');
  }

  async findUserByAddress(accountId: string, emailAddress: string): Promise<User | null> {
    const row = await this.#db
      .selectFrom('users')
      .selectAll()
      .where('accountId', '=', accountId)
      .where(sql`lower(email_address)`, '=', sql`lower(${emailAddress})`)
      .executeTakeFirst();
    return row ?? null;
  }

  async countUsers(accountId: string, statuses: readonly UserStatus[], limit: number): Promise<number> {
    const found = this.#db
      .selectFrom('users')
      .select('userId')
      .where('accountId', '=', accountId)
      .where('status', 'in', statuses)
      .limit(limit);
    const { count } = await this.#db
      .selectFrom(found.as('found'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  async hasActiveOwner(accountId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('users')
      .select('userId')
      .where('accountId', '=', accountId)
      .where('role', '=', 'owner')
      .where('status', '=', 'active')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** An advisory lock, because there may be no row to lock. */
  async lockEmailAddress(emailAddress: string): Promise<void> {
    await sql`SELECT pg_advisory_xact_lock(hashtext('email address'), hashtext(lower(${emailAddress})))`.execute(
      this.#db,
    );
  }

  async insertInvitation(invitation: UserInvitation): Promise<void> {
    await this.#db.insertInto('userInvitations').values(invitation).execute();
  }

  async findInvitation(tokenHash: string): Promise<UserInvitation | null> {
    const row = await this.#db
      .selectFrom('userInvitations')
      .selectAll()
      .where('tokenHash', '=', tokenHash)
      .executeTakeFirst();
    return row ?? null;
  }

  async removeInvitations(userId: string): Promise<void> {
    await this.#db.deleteFrom('userInvitations').where('userId', '=', userId).execute();
  }

  async removeInvitationsBefore(date: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('userInvitations')
      .where('expiresAt', '<', date)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  async insertApiKey(key: ApiKey): Promise<void> {
    await this.#db.insertInto('apiKeys').values(key).execute();
  }

  async removeApiKey(apiKeyId: string): Promise<void> {
    await this.#db.deleteFrom('apiKeys').where('apiKeyId', '=', apiKeyId).execute();
  }

  async markApiKeyUsed(apiKeyId: string, lastUsedAt: Date): Promise<void> {
    await this.#db.updateTable('apiKeys').set({ lastUsedAt }).where('apiKeyId', '=', apiKeyId).execute();
  }

  async findApiKey(apiKeyId: string): Promise<ApiKey | null> {
    const row = await this.#db
      .selectFrom('apiKeys')
      .selectAll()
      .where('apiKeyId', '=', apiKeyId)
      .executeTakeFirst();
    return row ?? null;
  }

  async findApiKeyByHash(keyHash: string): Promise<ApiKey | null> {
    const row = await this.#db
      .selectFrom('apiKeys')
      .selectAll()
      .where('keyHash', '=', keyHash)
      .executeTakeFirst();
    return row ?? null;
  }

  listApiKeys(accountId: string): Promise<readonly ApiKey[]> {
    return this.#db
      .selectFrom('apiKeys')
      .selectAll()
      .where('accountId', '=', accountId)
      .orderBy('createdAt')
      .orderBy('apiKeyId')
      .execute();
  }
}

function toAccountRow(account: Account) {
  return { ...account, capabilities: toJson(account.capabilities), limits: toJson(account.limits) };
}
