import type { BrowserSession, BrowserSessionStore } from '@countersign/identity';
import { sql } from 'kysely';
import type { Connection } from '../schema.ts';

/**
 * Sessions whose user was deactivated, or became another person's, are not found. Neither are those whose connection was
 * removed, nor others of an account that requires its connection, but for owners.
 */
const IS_HELD = sql<boolean>`(user_id IS NULL OR EXISTS (
  SELECT FROM users u LEFT JOIN sso_connections c ON c.account_id = u.account_id
  WHERE u.user_id = browser_sessions.user_id AND u.person_id = browser_sessions.person_id AND u.status = 'active'
  AND CASE WHEN browser_sessions.connection_id IS NOT NULL
    THEN c.connection_id IS NOT DISTINCT FROM browser_sessions.connection_id
    ELSE u.role = 'owner' OR c.is_required IS NOT TRUE END
))`;

export class PostgresBrowserSessionStore implements BrowserSessionStore {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async findByHash(idHash: string): Promise<BrowserSession | null> {
    const row = await this.#db
      .selectFrom('browserSessions')
      .selectAll()
      .where('idHash', '=', idHash)
      .where(IS_HELD)
      .executeTakeFirst();
    return row ?? null;
  }

  listForPerson(personId: string): Promise<readonly BrowserSession[]> {
    return this.#db
      .selectFrom('browserSessions')
      .selectAll()
      .where('personId', '=', personId)
      .orderBy('lastUsedAt', 'desc')
      .orderBy('sessionId')
      .execute();
  }

  async lock(sessionId: string): Promise<BrowserSession | null> {
    const row = await this.#db
      .selectFrom('browserSessions')
      .selectAll()
      .where('sessionId', '=', sessionId)
      .where(IS_HELD)
      .forUpdate()
      .executeTakeFirst();
    return row ?? null;
  }

  async insert(session: BrowserSession): Promise<void> {
    await this.#db.insertInto('browserSessions').values(session).execute();
  }

  async replace(idHash: string, { sessionId, ...changes }: BrowserSession): Promise<boolean> {
    const result = await this.#db
      .updateTable('browserSessions')
      .set(changes)
      .where('sessionId', '=', sessionId)
      .where('idHash', '=', idHash)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  async touch(idHash: string, lastUsedAt: Date): Promise<void> {
    await this.#db.updateTable('browserSessions').set({ lastUsedAt }).where('idHash', '=', idHash).execute();
  }

  async remove(sessionId: string): Promise<void> {
    await this.#db.deleteFrom('browserSessions').where('sessionId', '=', sessionId).execute();
  }

  async removeOfPerson(personId: string, exceptSessionId?: string): Promise<number> {
    const all = this.#db.deleteFrom('browserSessions').where('personId', '=', personId);
    const removed = exceptSessionId === undefined ? all : all.where('sessionId', '<>', exceptSessionId);
    return Number((await removed.executeTakeFirst()).numDeletedRows);
  }

  async removeExpired(now: Date, usedBefore: Date): Promise<number> {
    const result = await this.#db
      .deleteFrom('browserSessions')
      .where((either) => either.or([either('expiresAt', '<=', now), either('lastUsedAt', '<=', usedBefore)]))
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}
