import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type {
  IdempotencyClaim,
  IdempotencyStore,
  IdempotentAnswer,
  IdempotentRequest,
} from '@countersign/signing/ports';
import { sql } from 'kysely';
import type { SecretBox } from '../encryption.ts';
import type { Connection } from '../schema.ts';

interface NewClaim {
  readonly claimId: string;
  readonly now: Date;
  readonly runsUntil: Date;
  readonly expiresAt: Date;
}

/** Its statements run outside transactions, so that claims are visible at once and survive a rollback. */
export class PostgresIdempotencyStore implements IdempotencyStore {
  readonly #db: Connection;
  readonly #secrets: SecretBox;
  /** The claim of the request that runs. */
  readonly #running = new AsyncLocalStorage<string>();

  constructor(db: Connection, secrets: SecretBox) {
    this.#db = db;
    this.#secrets = secrets;
  }

  run<T>(claimId: string, work: () => Promise<T>): Promise<T> {
    return this.#running.run(claimId, work);
  }

  /** Notes in the transaction of the work that the request's work is done. */
  async recordCommit(transaction: Connection): Promise<void> {
    const claimId = this.#running.getStore();
    if (claimId === undefined) return;
    await transaction
      .updateTable('idempotencyKeys')
      .set({ isCommitted: true })
      .where('claimId', '=', claimId)
      .execute();
  }

  async claim(request: IdempotentRequest, times: Omit<NewClaim, 'claimId'>): Promise<IdempotencyClaim> {
    const claimId = randomUUID();
    if (await this.#insert(request, { ...times, claimId })) return { kind: 'granted', claimId };
    return this.#find(request, times.now);
  }

  /** Inserts unless a claim is in force, in one statement, so that one of many requests gets it. */
  async #insert(
    { userId, route, key, requestHash }: IdempotentRequest,
    { claimId, now, runsUntil, expiresAt }: NewClaim,
  ): Promise<boolean> {
    const { rows } = await sql`
      INSERT INTO idempotency_keys AS known (user_id, route, key, request_hash, claim_id, runs_until, expires_at)
      VALUES (${userId}, ${route}, ${key}, ${requestHash}, ${claimId}, ${runsUntil}, ${expiresAt})
      ON CONFLICT (user_id, route, key) DO UPDATE SET
        request_hash = excluded.request_hash, claim_id = excluded.claim_id, runs_until = excluded.runs_until,
        expires_at = excluded.expires_at, is_committed = false, status = NULL,
        headers = '{}', body = NULL
      WHERE known.expires_at <= ${now}
        OR (known.status IS NULL AND NOT known.is_committed AND known.runs_until <= ${now} AND known.request_hash = excluded.request_hash)
      RETURNING claim_id
    `.execute(this.#db);
    return rows.length > 0;
  }

  async #find({ userId, route, key, requestHash }: IdempotentRequest, now: Date): Promise<IdempotencyClaim> {
    const row = await this.#db
      .selectFrom('idempotencyKeys')
      .select(['requestHash', 'claimId', 'runsUntil', 'isCommitted', 'status', 'headers', 'body'])
      .where('userId', '=', userId)
      .where('route', '=', route)
      .where('key', '=', key)
      .executeTakeFirst();
    // The claim was released after the insertion found it.
    if (row === undefined) return { kind: 'in_progress' };
    if (row.requestHash !== requestHash) return { kind: 'other_request' };
    if (row.status === null || row.body === null)
      return { kind: row.isCommitted && row.runsUntil <= now ? 'outcome_unknown' : 'in_progress' };
    const headers: IdempotentAnswer['headers'] = JSON.parse(row.headers);
    const body = this.#secrets.open(row.body, bodyPath(row.claimId));
    return { kind: 'answered', answer: { status: row.status, headers, body } };
  }

  async isUsed({ userId, route, key }: Omit<IdempotentRequest, 'requestHash'>, now: Date): Promise<boolean> {
    const row = await this.#db
      .selectFrom('idempotencyKeys')
      .select('claimId')
      .where('userId', '=', userId)
      .where('route', '=', route)
      .where('key', '=', key)
      .where('expiresAt', '>', now)
      .executeTakeFirst();
    return row !== undefined;
  }

  async complete(claimId: string, { status, headers, body }: IdempotentAnswer): Promise<void> {
    await this.#db
      .updateTable('idempotencyKeys')
      .set({
        status,
        headers: JSON.stringify(headers),
        body: this.#secrets.seal(body, bodyPath(claimId)),
      })
      .where('claimId', '=', claimId)
      .execute();
  }

  async release(claimId: string): Promise<void> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('idempotencyKeys')
      .where('claimId', '=', claimId)
      .where('isCommitted', '=', false)
      .executeTakeFirst();
    if (numDeletedRows > 0n) return;
    await this.#db
      .updateTable('idempotencyKeys')
      .set({ runsUntil: new Date(0) })
      .where('claimId', '=', claimId)
      .execute();
  }

  async removeExpired(now: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('idempotencyKeys')
      .where('expiresAt', '<=', now)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

export function bodyPath(claimId: string): string {
  return `idempotency_keys/${claimId}/body`;
}
