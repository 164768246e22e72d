import type { ProgramAccessStore } from '@countersign/identity';
import type { Artifact, Grant, OAuthClient, OAuthStore } from '@countersign/oauth';
import { type Selectable, sql } from 'kysely';
import { fromJson, toJson } from '../encryption.ts';
import type { Tables } from '../tables.ts';
import type { TransactionScope } from '../transaction.ts';

export function createOAuthStore(scope: TransactionScope): OAuthStore {
  return {
    insertClient: (client) => insertClient(scope, client),
    findClient: (clientId) => findClient(scope, clientId),
    listClients: (userId) => listClients(scope, userId),
    removeClient: (clientId) => removeClient(scope, clientId),
    markClientUsed: (clientId, usedAt) => markClientUsed(scope, clientId, usedAt),
    removeUnusedClients: (usedBefore) => removeUnusedClients(scope, usedBefore),
    insertGrant: (grant) => insertGrant(scope, grant),
    findGrant: (grantId) => findGrant(scope, grantId),
    listGrants: (userId) => listGrants(scope, userId),
    markGrantUsed: (grantId, usedAt, expiresAt) => markGrantUsed(scope, grantId, usedAt, expiresAt),
    removeGrant: (grantId) => removeGrant(scope, grantId),
    saveArtifact: (artifact) => saveArtifact(scope, artifact),
    findArtifact: (kind, idHash) => findArtifact(scope, kind, idHash),
    consumeArtifact: (kind, idHash, consumedAt) => consumeArtifact(scope, kind, idHash, consumedAt),
    removeArtifact: (kind, idHash) => removeArtifact(scope, kind, idHash),
    listReplacements: (replacedHash) => listReplacements(scope, replacedHash),
    removeExpired: (now) => removeExpired(scope, now),
  };
}

/** For what ends with its user. */
export function createProgramAccessStore(scope: TransactionScope): ProgramAccessStore {
  return {
    endOfUsers: (userIds) => endOfUsers(scope, userIds),
    lock: (userId, clientId) => lockAccess(scope, userId, clientId),
  };
}

/** Only removal waits for it. */
async function lockAccess(
  { required }: TransactionScope,
  userId: string,
  clientId: string,
): Promise<boolean> {
  const rows = await required.db
    .selectFrom('oauth_grants')
    .select('grant_id')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .orderBy('grant_id')
    .forKeyShare()
    .execute();
  return rows.length > 0;
}

async function endOfUsers({ db }: TransactionScope, userIds: readonly string[]) {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('oauth_grants')
    .selectAll()
    .where('user_id', 'in', userIds)
    .orderBy('grant_id')
    .forUpdate()
    .execute();
  await db.deleteFrom('oauth_grants').where('user_id', 'in', userIds).execute();
  return rows.map(toGrant);
}

async function insertClient({ db }: TransactionScope, client: OAuthClient): Promise<void> {
  const row = {
    client_id: client.clientId,
    client_name: client.clientName,
    redirect_uris: toJson(client.redirectUris),
    auth_method: client.authMethod,
    secret_hash: client.secretHash,
    details: toJson(client.details),
    user_id: client.userId,
    created_at: client.createdAt,
    last_used_at: client.lastUsedAt,
  };
  await db.insertInto('oauth_clients').values(row).execute();
}

async function findClient({ db }: TransactionScope, clientId: string): Promise<OAuthClient | null> {
  const row = await db
    .selectFrom('oauth_clients')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row === undefined ? null : toClient(row);
}

async function listClients({ db }: TransactionScope, userId: string): Promise<readonly OAuthClient[]> {
  const rows = await db
    .selectFrom('oauth_clients')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('client_id')
    .execute();
  return rows.map(toClient);
}

async function removeClient({ db }: TransactionScope, clientId: string): Promise<void> {
  await db
    .selectFrom('oauth_grants')
    .select('grant_id')
    .where('client_id', '=', clientId)
    .orderBy('grant_id')
    .forUpdate()
    .execute();
  await db.deleteFrom('oauth_grants').where('client_id', '=', clientId).execute();
  await db.deleteFrom('oauth_clients').where('client_id', '=', clientId).execute();
}

async function markClientUsed({ db }: TransactionScope, clientId: string, usedAt: Date): Promise<void> {
  await db
    .updateTable('oauth_clients')
    .set({ last_used_at: usedAt })
    .where('client_id', '=', clientId)
    .execute();
}

async function removeUnusedClients({ db }: TransactionScope, usedBefore: Date): Promise<number> {
  const result = await db
    .deleteFrom('oauth_clients')
    .where('user_id', 'is', null)
    .where(sql<Date>`coalesce(last_used_at, created_at)`, '<=', usedBefore)
    .where(sql<boolean>`NOT EXISTS (SELECT FROM oauth_grants g WHERE g.client_id = oauth_clients.client_id)`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

async function insertGrant({ db }: TransactionScope, grant: Grant): Promise<void> {
  const row = {
    grant_id: grant.grantId,
    user_id: grant.userId,
    account_id: grant.accountId,
    client_id: grant.clientId,
    client_name: grant.clientName,
    scopes: toJson(grant.scopes),
    created_at: grant.createdAt,
    last_used_at: grant.lastUsedAt,
    expires_at: grant.expiresAt,
  };
  await db.insertInto('oauth_grants').values(row).execute();
}

const HAS_ACTIVE_USER = sql<boolean>`
  EXISTS (SELECT FROM users u WHERE u.user_id = oauth_grants.user_id AND u.status = 'active')`;

async function findGrant({ db, running }: TransactionScope, grantId: string): Promise<Grant | null> {
  const query = db
    .selectFrom('oauth_grants')
    .selectAll()
    .where('grant_id', '=', grantId)
    .where(HAS_ACTIVE_USER);
  const row = await (running === null ? query : query.forUpdate()).executeTakeFirst();
  return row === undefined ? null : toGrant(row);
}

async function listGrants({ db }: TransactionScope, userId: string): Promise<readonly Grant[]> {
  const rows = await db
    .selectFrom('oauth_grants')
    .selectAll()
    .where('user_id', '=', userId)
    .where('last_used_at', 'is not', null)
    .orderBy('created_at')
    .orderBy('grant_id')
    .execute();
  return rows.map(toGrant);
}

async function markGrantUsed(
  { db }: TransactionScope,
  grantId: string,
  usedAt: Date,
  expiresAt: Date,
): Promise<void> {
  await db
    .updateTable('oauth_grants')
    .set({ last_used_at: usedAt, expires_at: expiresAt })
    .where('grant_id', '=', grantId)
    .execute();
}

async function removeGrant({ db }: TransactionScope, grantId: string): Promise<void> {
  await db.deleteFrom('oauth_grants').where('grant_id', '=', grantId).execute();
}

async function saveArtifact({ db }: TransactionScope, artifact: Artifact): Promise<void> {
  const changeable = {
    payload: toJson(artifact.payload),
    consumed_at: artifact.consumedAt,
    expires_at: artifact.expiresAt,
  };
  const row = {
    kind: artifact.kind,
    id_hash: artifact.idHash,
    grant_id: artifact.grantId,
    replaced_hash: artifact.replacedHash,
    browser_hash: artifact.browserHash,
  };
  await db
    .insertInto('oauth_artifacts')
    .values({ ...row, ...changeable })
    .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doUpdateSet(changeable))
    .execute();
}

/** Before its codes and tokens, against deadlocks. */
async function findArtifact(
  { db, running }: TransactionScope,
  kind: Artifact['kind'],
  idHash: string,
): Promise<Artifact | null> {
  const query = db.selectFrom('oauth_artifacts').where('kind', '=', kind).where('id_hash', '=', idHash);
  if (running !== null)
    await db
      .selectFrom('oauth_grants')
      .select('grant_id')
      .where('grant_id', '=', query.select('grant_id'))
      .forUpdate()
      .execute();
  const row = await (running === null ? query : query.forUpdate()).selectAll().executeTakeFirst();
  return row === undefined ? null : toArtifact(row);
}

async function consumeArtifact(
  { db }: TransactionScope,
  kind: Artifact['kind'],
  idHash: string,
  consumedAt: Date,
): Promise<void> {
  await db
    .updateTable('oauth_artifacts')
    .set({ consumed_at: sql<Date>`coalesce(consumed_at, ${consumedAt}::timestamptz)` })
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .execute();
}

async function removeArtifact(
  { db }: TransactionScope,
  kind: Artifact['kind'],
  idHash: string,
): Promise<void> {
  await db.deleteFrom('oauth_artifacts').where('kind', '=', kind).where('id_hash', '=', idHash).execute();
}

async function listReplacements(
  { db }: TransactionScope,
  replacedHash: string,
): Promise<readonly Artifact[]> {
  const rows = await db
    .selectFrom('oauth_artifacts')
    .selectAll()
    .where('replaced_hash', '=', replacedHash)
    .orderBy('id_hash')
    .execute();
  return rows.map(toArtifact);
}

async function removeExpired({ db }: TransactionScope, now: Date): Promise<number> {
  // Locked rows are left to the next run.
  const artifacts = await db
    .deleteFrom('oauth_artifacts')
    .where('id_hash', 'in', (inner) =>
      inner
        .selectFrom('oauth_artifacts')
        .select('id_hash')
        .where('expires_at', '<=', now)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  const grants = await db
    .deleteFrom('oauth_grants')
    .where('grant_id', 'in', (inner) =>
      inner
        .selectFrom('oauth_grants')
        .select('grant_id')
        .where((where) => where.or([where('expires_at', '<=', now), where.not(HAS_ACTIVE_USER)]))
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(artifacts.numDeletedRows + grants.numDeletedRows);
}

function toClient(row: Selectable<Tables['oauth_clients']>): OAuthClient {
  return {
    clientId: row.client_id,
    clientName: row.client_name,
    redirectUris: fromJson(row.redirect_uris),
    authMethod: row.auth_method as OAuthClient['authMethod'],
    secretHash: row.secret_hash,
    details: fromJson(row.details),
    userId: row.user_id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

function toGrant(row: Selectable<Tables['oauth_grants']>): Grant {
  return {
    grantId: row.grant_id,
    userId: row.user_id,
    accountId: row.account_id,
    clientId: row.client_id,
    clientName: row.client_name,
    scopes: fromJson(row.scopes),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}

function toArtifact(row: Selectable<Tables['oauth_artifacts']>): Artifact {
  return {
    kind: row.kind as Artifact['kind'],
    idHash: row.id_hash,
    grantId: row.grant_id,
    replacedHash: row.replaced_hash,
    browserHash: row.browser_hash,
    payload: fromJson(row.payload),
    consumedAt: row.consumed_at,
    expiresAt: row.expires_at,
  };
}
