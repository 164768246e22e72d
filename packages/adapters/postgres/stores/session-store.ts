import type { SessionStore, SigningSession } from '@countersign/signing';
import { sql } from 'kysely';
import { fromJson, toJson } from '../json.ts';
import type { Connection } from '../schema.ts';

export class PostgresSessionStore implements SessionStore {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async find(idHash: string): Promise<SigningSession | null> {
    const row = await this.#db
      .selectFrom('signingSessions')
      .select('state')
      .where('idHash', '=', idHash)
      .executeTakeFirst();
    return row === undefined ? null : fromJson<SigningSession>(row.state);
  }

  async listForLink(linkHash: string): Promise<readonly SigningSession[]> {
    const rows = await this.#db
      .selectFrom('signingSessions')
      .select('state')
      .where('linkHash', '=', linkHash)
      .orderBy('expiresAt')
      .execute();
    return rows.map((row) => fromJson<SigningSession>(row.state));
  }

  async save(session: SigningSession): Promise<void> {
    const { idHash, linkHash, documentId, expiresAt } = session;
    const state = toJson(session);
    await this.#db
      .insertInto('signingSessions')
      .values({ idHash, linkHash, documentId, expiresAt, state })
      .onConflict((conflict) => conflict.column('idHash').doUpdateSet({ expiresAt, state }))
      .execute();
  }

  /** An advisory lock, because a link without sessions has no row to lock. */
  async lockLink(linkHash: string): Promise<void> {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`link/${linkHash}`}::text, 0))`.execute(
      this.#db,
    );
  }

  async remove(idHash: string): Promise<void> {
    await this.#db.deleteFrom('signingSessions').where('idHash', '=', idHash).execute();
  }

  async removeForDocument(documentId: string): Promise<void> {
    await this.#db.deleteFrom('signingSessions').where('documentId', '=', documentId).execute();
  }

  async removeExpired(date: Date, limit: number): Promise<number> {
    const old = this.#db
      .selectFrom('signingSessions')
      .select('idHash')
      .where('expiresAt', '<', date)
      .orderBy('expiresAt')
      .limit(limit)
      .forUpdate();
    const removed = await this.#db
      .deleteFrom('signingSessions')
      .where('idHash', 'in', old)
      .executeTakeFirst();
    return Number(removed.numDeletedRows);
  }
}
