import type { ProgramAccessStore } from '@countersign/identity';
import type { Artifact, Grant, LockingOAuthStore, OAuthClient } from '@countersign/oauth';
import { type Selectable, sql } from 'kysely';
import { fromJson, toJson } from '../json.ts';
import type { Connection, Tables } from '../schema.ts';

const HAS_ACTIVE_USER = sql<boolean>`
  EXISTS (SELECT FROM users u WHERE u.user_id = oauth_grants.user_id AND u.status = 'active')`;

export class PostgresOAuthStore implements LockingOAuthStore {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async insertClient(client: OAuthClient): Promise<void> {
    const { redirectUris, details } = client;
    await this.#db
      .insertInto('oauthClients')
      .values({ ...client, redirectUris: toJson(redirectUris), details: toJson(details) })
      .execute();
  }

  async findClient(clientId: string): Promise<OAuthClient | null> {
    const row = await this.#db
      .selectFrom('oauthClients')
      .selectAll()
      .where('clientId', '=', clientId)
      .executeTakeFirst();
    return row ?? null;
  }

  listClients(userId: string): Promise<readonly OAuthClient[]> {
    return this.#db
      .selectFrom('oauthClients')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .orderBy('clientId')
      .execute();
  }

  async removeClient(clientId: string): Promise<void> {
    await this.#db
      .selectFrom('oauthGrants')
      .select('grantId')
      .where('clientId', '=', clientId)
      .orderBy('grantId')
      .forUpdate()
      .execute();
    await this.#db.deleteFrom('oauthGrants').where('clientId', '=', clientId).execute();
    await this.#db.deleteFrom('oauthClients').where('clientId', '=', clientId).execute();
  }

  async markClientUsed(clientId: string, lastUsedAt: Date): Promise<void> {
    await this.#db.updateTable('oauthClients').set({ lastUsedAt }).where('clientId', '=', clientId).execute();
  }

  async removeUnusedClients(usedBefore: Date): Promise<number> {
    const result = await this.#db
      .deleteFrom('oauthClients')
      .where('userId', 'is', null)
      .where(sql<Date>`coalesce(last_used_at, created_at)`, '<=', usedBefore)
      .where(
        sql<boolean>`NOT EXISTS (SELECT FROM oauth_grants g WHERE g.client_id = oauth_clients.client_id)`,
      )
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }

  async insertGrant(grant: Grant): Promise<void> {
    await this.#db
      .insertInto('oauthGrants')
      .values({ ...grant, scopes: toJson(grant.scopes) })
      .execute();
  }

  async findGrant(grantId: string): Promise<Grant | null> {
    return (await this.#selectGrant(grantId).executeTakeFirst()) ?? null;
  }

  async lockGrant(grantId: string): Promise<Grant | null> {
    return (await this.#selectGrant(grantId).forUpdate().executeTakeFirst()) ?? null;
  }

  #selectGrant(grantId: string) {
    return this.#db
      .selectFrom('oauthGrants')
      .selectAll()
      .where('grantId', '=', grantId)
      .where(HAS_ACTIVE_USER);
  }

  listGrants(userId: string): Promise<readonly Grant[]> {
    return this.#db
      .selectFrom('oauthGrants')
      .selectAll()
      .where('userId', '=', userId)
      .where('lastUsedAt', 'is not', null)
      .orderBy('createdAt')
      .orderBy('grantId')
      .execute();
  }

  async markGrantUsed(grantId: string, lastUsedAt: Date, expiresAt: Date): Promise<void> {
    await this.#db
      .updateTable('oauthGrants')
      .set({ lastUsedAt, expiresAt })
      .where('grantId', '=', grantId)
      .execute();
  }

  async removeGrant(grantId: string): Promise<void> {
    await this.#db.deleteFrom('oauthGrants').where('grantId', '=', grantId).execute();
  }

  async saveArtifact({ payload, consumedAt, expiresAt, ...artifact }: Artifact): Promise<void> {
    const changeable = { payload: toJson<unknown>(payload), consumedAt, expiresAt };
    await this.#db
      .insertInto('oauthArtifacts')
      .values({ ...artifact, ...changeable })
      .onConflict((conflict) => conflict.columns(['kind', 'idHash']).doUpdateSet(changeable))
      .execute();
  }

  async findArtifact(kind: Artifact['kind'], idHash: string): Promise<Artifact | null> {
    const row = await this.#selectArtifact(kind, idHash).selectAll().executeTakeFirst();
    return row === undefined ? null : toArtifact(row);
  }

  async lockArtifact(kind: Artifact['kind'], idHash: string): Promise<Artifact | null> {
    const query = this.#selectArtifact(kind, idHash);
    // Every transaction locks a grant before its codes and tokens, so that none waits for another in a circle.
    await this.#db
      .selectFrom('oauthGrants')
      .select('grantId')
      .where('grantId', '=', query.select('grantId'))
      .forUpdate()
      .execute();
    const row = await query.selectAll().forUpdate().executeTakeFirst();
    return row === undefined ? null : toArtifact(row);
  }

  #selectArtifact(kind: Artifact['kind'], idHash: string) {
    return this.#db.selectFrom('oauthArtifacts').where('kind', '=', kind).where('idHash', '=', idHash);
  }

  async consumeArtifact(kind: Artifact['kind'], idHash: string, consumedAt: Date): Promise<void> {
    await this.#db
      .updateTable('oauthArtifacts')
      .set({ consumedAt: sql<Date>`coalesce(consumed_at, ${consumedAt}::timestamptz)` })
      .where('kind', '=', kind)
      .where('idHash', '=', idHash)
      .execute();
  }

  async removeArtifact(kind: Artifact['kind'], idHash: string): Promise<void> {
    await this.#db
      .deleteFrom('oauthArtifacts')
      .where('kind', '=', kind)
      .where('idHash', '=', idHash)
      .execute();
  }

  async listReplacements(replacedHash: string): Promise<readonly Artifact[]> {
    const rows = await this.#db
      .selectFrom('oauthArtifacts')
      .selectAll()
      .where('replacedHash', '=', replacedHash)
      .orderBy('idHash')
      .execute();
    return rows.map(toArtifact);
  }

  async removeExpired(now: Date): Promise<number> {
    // Rows that a request has locked are left to the next run.
    const artifacts = await this.#db
      .deleteFrom('oauthArtifacts')
      .where('idHash', 'in', (inner) =>
        inner
          .selectFrom('oauthArtifacts')
          .select('idHash')
          .where('expiresAt', '<=', now)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst();
    const grants = await this.#db
      .deleteFrom('oauthGrants')
      .where('grantId', 'in', (inner) =>
        inner
          .selectFrom('oauthGrants')
          .select('grantId')
          .where((where) => where.or([where('expiresAt', '<=', now), where.not(HAS_ACTIVE_USER)]))
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst();
    return Number(artifacts.numDeletedRows + grants.numDeletedRows);
  }
}

function toArtifact({ payload, ...artifact }: Selectable<Tables['oauthArtifacts']>): Artifact {
  return { ...artifact, payload: fromJson(payload) };
}

/** The access of programs, as far as it ends with its user. */
export class PostgresProgramAccessStore implements ProgramAccessStore {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async endOfUsers(userIds: readonly string[]): Promise<readonly Grant[]> {
    if (userIds.length === 0) return [];
    const ended = await this.#db
      .selectFrom('oauthGrants')
      .selectAll()
      .where('userId', 'in', userIds)
      .orderBy('grantId')
      .forUpdate()
      .execute();
    await this.#db.deleteFrom('oauthGrants').where('userId', 'in', userIds).execute();
    return ended;
  }

  /** Only the removal of grants waits for this lock. */
  async lock(userId: string, clientId: string): Promise<boolean> {
    const rows = await this.#db
      .selectFrom('oauthGrants')
      .select('grantId')
      .where('userId', '=', userId)
      .where('clientId', '=', clientId)
      .orderBy('grantId')
      .forKeyShare()
      .execute();
    return rows.length > 0;
  }
}
