import type { Account, AccountStore, ApiKey, Logo, User, UserInvitation } from '@countersign/identity';
import { type Selectable, sql } from 'kysely';
import { fromJson, toJson } from '../encryption.ts';
import type { Tables } from '../tables.ts';
import type { RunningTransaction, TransactionScope } from '../transaction.ts';
import { requireUpdated } from './job-store.ts';

export function createAccountStore(scope: TransactionScope): AccountStore {
  return {
    insertAccount: (account) => insertAccount(scope, account),
    insertUser: (user) => insertUser(scope, user),
    insertApiKey: (key) => insertApiKey(scope, key),
    updateAccount: (account) => updateAccount(scope, account),
    insertLogo: (logo) => insertLogo(scope, logo),
    removeLogos: (accountId) => removeLogos(scope, accountId),
    readLogo: (logoId) => readLogo(scope, logoId),
    updateUser: (user) => updateUser(scope, user),
    removeInvitedUser: (userId) => removeInvitedUser(scope, userId),
    insertInvitation: (invitation) => insertInvitation(scope, invitation),
    removeInvitationsBefore: (date) => removeInvitationsBefore(scope, date),
    removeInvitations: (userId) => removeInvitations(scope, userId),
    lockEmailAddress: async (emailAddress) => lockEmailAddress(scope.required, emailAddress),
    findInvitation: (tokenHash) => findInvitation(scope, tokenHash),
    removeApiKey: (apiKeyId) => removeApiKey(scope, apiKeyId),
    markApiKeyUsed: (apiKeyId, usedAt) => markApiKeyUsed(scope, apiKeyId, usedAt),
    hasAddress: (accountId, emailAddress) => hasAddress(scope, accountId, emailAddress),
    listAccounts: () => listAccounts(scope),
    findApiKey: (apiKeyId) => findApiKey(scope, apiKeyId),
    listUsers: (accountId) => listUsers(scope, accountId),
    listApiKeys: (accountId) => listApiKeys(scope, accountId),
    lockAccount: async (accountId) => lockAccount(scope.required, accountId),
    findAccount: (accountId) => findAccount(scope, accountId),
    findUser: (userId) => findUser(scope, userId),
    listUsersOfPerson: (personId) => listUsersOfPerson(scope, personId),
    findApiKeyByHash: (keyHash) => findApiKeyByHash(scope, keyHash),
    hasAnyAccount: () => hasAnyAccount(scope),
  };
}

async function insertAccount({ db }: TransactionScope, account: Account): Promise<void> {
  await db.insertInto('accounts').values(toAccountRow(account)).execute();
}

async function insertUser({ db }: TransactionScope, user: User): Promise<void> {
  await db.insertInto('users').values(toUserRow(user)).execute();
}

async function updateAccount({ db }: TransactionScope, account: Account): Promise<void> {
  const { account_id, ...changes } = toAccountRow(account);
  const result = await db
    .updateTable('accounts')
    .set(changes)
    .where('account_id', '=', account_id)
    .executeTakeFirst();
  requireUpdated(result, 'accounts', account_id);
}

async function insertLogo({ db }: TransactionScope, { logoId, accountId, content }: Logo): Promise<void> {
  await db.insertInto('account_logos').values({ logo_id: logoId, account_id: accountId, content }).execute();
}

async function removeLogos({ db }: TransactionScope, accountId: string): Promise<void> {
  await db.deleteFrom('account_logos').where('account_id', '=', accountId).execute();
}

async function readLogo({ db }: TransactionScope, logoId: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('account_logos')
    .select('content')
    .where('logo_id', '=', logoId)
    .executeTakeFirst();
  return row?.content ?? null;
}

async function updateUser({ db }: TransactionScope, user: User): Promise<void> {
  const { user_id, ...changes } = toUserRow(user);
  const result = await db.updateTable('users').set(changes).where('user_id', '=', user_id).executeTakeFirst();
  requireUpdated(result, 'users', user_id);
}

async function removeInvitedUser({ db }: TransactionScope, userId: string): Promise<void> {
  await db.deleteFrom('users').where('user_id', '=', userId).where('status', '=', 'invited').execute();
}

async function insertInvitation({ db }: TransactionScope, invitation: UserInvitation): Promise<void> {
  const { tokenHash: token_hash, userId: user_id, expiresAt: expires_at } = invitation;
  await db.insertInto('user_invitations').values({ token_hash, user_id, expires_at }).execute();
}

async function removeInvitations({ db }: TransactionScope, userId: string): Promise<void> {
  await db.deleteFrom('user_invitations').where('user_id', '=', userId).execute();
}

async function removeInvitationsBefore({ db }: TransactionScope, date: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('user_invitations')
    .where('expires_at', '<', date)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function findInvitation({ db }: TransactionScope, tokenHash: string): Promise<UserInvitation | null> {
  const row = await db
    .selectFrom('user_invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { tokenHash: row.token_hash, userId: row.user_id, expiresAt: row.expires_at };
}

async function insertApiKey({ db }: TransactionScope, key: ApiKey): Promise<void> {
  const row = {
    api_key_id: key.apiKeyId,
    user_id: key.userId,
    account_id: key.accountId,
    key_hash: key.keyHash,
    prefix: key.prefix,
    name: key.name,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
  };
  await db.insertInto('api_keys').values(row).execute();
}

async function removeApiKey({ db }: TransactionScope, apiKeyId: string): Promise<void> {
  await db.deleteFrom('api_keys').where('api_key_id', '=', apiKeyId).execute();
}

async function markApiKeyUsed({ db }: TransactionScope, apiKeyId: string, usedAt: Date): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: usedAt }).where('api_key_id', '=', apiKeyId).execute();
}

async function listAccounts({ db }: TransactionScope): Promise<readonly Account[]> {
  const query = db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('account_id');
  return (await query.execute()).map(toAccount);
}

async function findApiKey({ db }: TransactionScope, apiKeyId: string): Promise<ApiKey | null> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('api_key_id', '=', apiKeyId)
    .executeTakeFirst();
  return row === undefined ? null : toApiKey(row);
}

async function listUsers({ db }: TransactionScope, accountId: string): Promise<readonly User[]> {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
  return rows.map(toUser);
}

async function listApiKeys({ db }: TransactionScope, accountId: string): Promise<readonly ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('api_key_id')
    .execute();
  return rows.map(toApiKey);
}

function toAccountRow(account: Account) {
  return {
    account_id: account.accountId,
    name: account.name,
    capabilities: toJson(account.capabilities),
    time_zone: account.timeZone,
    color: account.color,
    language: account.language,
    sender_name: account.senderName,
    logo_id: account.logoId,
    created_at: account.createdAt,
  };
}

function toUserRow(user: User) {
  return {
    user_id: user.userId,
    account_id: user.accountId,
    person_id: user.personId,
    role: user.role,
    status: user.status,
    full_name: user.fullName,
    email_address: user.emailAddress,
    language: user.language,
    is_language_chosen: user.isLanguageChosen,
    time_zone: user.timeZone,
    created_at: user.createdAt,
  };
}

/** Not against rows that refer to the account. */
async function lockAccount({ db }: RunningTransaction, accountId: string): Promise<void> {
  await db
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .execute();
}

/** There may be no row to lock. */
async function lockEmailAddress({ db }: RunningTransaction, emailAddress: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('email address'), hashtext(lower(${emailAddress})))`.execute(
    db,
  );
}

async function findAccount({ db }: TransactionScope, accountId: string): Promise<Account | null> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row === undefined ? null : toAccount(row);
}

function toAccount(row: Selectable<Tables['accounts']>): Account {
  return {
    accountId: row.account_id,
    name: row.name,
    capabilities: fromJson(row.capabilities),
    timeZone: row.time_zone,
    color: row.color,
    language: row.language as Account['language'],
    senderName: row.sender_name,
    logoId: row.logo_id,
    createdAt: row.created_at,
  };
}

async function findUser({ db }: TransactionScope, userId: string): Promise<User | null> {
  const row = await db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return row === undefined ? null : toUser(row);
}

async function listUsersOfPerson({ db }: TransactionScope, personId: string): Promise<readonly User[]> {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
  return rows.map(toUser);
}

async function hasAddress(
  { db }: TransactionScope,
  accountId: string,
  emailAddress: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where(sql`lower(email_address)`, '=', sql`lower(${emailAddress})`)
    .executeTakeFirst();
  return row !== undefined;
}

async function findApiKeyByHash({ db }: TransactionScope, keyHash: string): Promise<ApiKey | null> {
  const row = await db.selectFrom('api_keys').selectAll().where('key_hash', '=', keyHash).executeTakeFirst();
  return row === undefined ? null : toApiKey(row);
}

async function hasAnyAccount({ db }: TransactionScope): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('account_id').limit(1).executeTakeFirst();
  return row !== undefined;
}

function toUser(row: Selectable<Tables['users']>): User {
  return {
    userId: row.user_id,
    accountId: row.account_id,
    personId: row.person_id,
    role: row.role as User['role'],
    status: row.status as User['status'],
    fullName: row.full_name,
    emailAddress: row.email_address,
    language: row.language as User['language'],
    isLanguageChosen: row.is_language_chosen,
    timeZone: row.time_zone,
    createdAt: row.created_at,
  };
}

function toApiKey(row: Selectable<Tables['api_keys']>): ApiKey {
  return {
    apiKeyId: row.api_key_id,
    userId: row.user_id,
    accountId: row.account_id,
    keyHash: row.key_hash,
    prefix: row.prefix,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
