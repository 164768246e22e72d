import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type {
  IdempotencyClaim,
  IdempotencyStore,
  IdempotentAnswer,
  IdempotentRequest,
} from '@countersign/signing/ports';
import { type Kysely, sql } from 'kysely';
import type { SecretBox } from '../encryption.ts';
import type { Tables } from '../tables.ts';

interface PostgresIdempotencyStore extends IdempotencyStore {
  /** In the transaction of the work. */
  recordCommit(transaction: Kysely<Tables>): Promise<void>;
}

/** Outside transactions, so claims are visible at once and survive a rollback. */
export function createIdempotencyStore(db: Kysely<Tables>, secrets: SecretBox): PostgresIdempotencyStore {
  const running = new AsyncLocalStorage<string>();
  return {
    run: (claimId, work) => running.run(claimId, work),
    async recordCommit(transaction) {
      const claimId = running.getStore();
      if (claimId === undefined) return;
      await transaction
        .updateTable('idempotency_keys')
        .set({ is_committed: true })
        .where('claim_id', '=', claimId)
        .execute();
    },
    async claim(request, times) {
      const claimId = randomUUID();
      if (await insertClaim(db, request, { ...times, claimId })) return { kind: 'granted', claimId };
      return findClaim(db, secrets, request, times.now);
    },
    async isUsed({ userId, route, key }, now) {
      const row = await db
        .selectFrom('idempotency_keys')
        .select('claim_id')
        .where('user_id', '=', userId)
        .where('route', '=', route)
        .where('key', '=', key)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row !== undefined;
    },
    async complete(claimId, { status, headers, body }) {
      await db
        .updateTable('idempotency_keys')
        .set({
          status,
          headers: JSON.stringify(headers),
          body: secrets.seal(body, placeOf(claimId)),
        })
        .where('claim_id', '=', claimId)
        .execute();
    },
    async release(claimId) {
      const { numDeletedRows } = await db
        .deleteFrom('idempotency_keys')
        .where('claim_id', '=', claimId)
        .where('is_committed', '=', false)
        .executeTakeFirst();
      if (numDeletedRows > 0n) return;
      await db
        .updateTable('idempotency_keys')
        .set({ runs_until: new Date(0) })
        .where('claim_id', '=', claimId)
        .execute();
    },
    async removeExpired(now) {
      const { numDeletedRows } = await db
        .deleteFrom('idempotency_keys')
        .where('expires_at', '<=', now)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

interface NewClaim {
  readonly claimId: string;
  readonly now: Date;
  readonly runsUntil: Date;
  readonly expiresAt: Date;
}

/** So that one of many inserts. */
async function insertClaim(
  db: Kysely<Tables>,
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
  `.execute(db);
  return rows.length > 0;
}

async function findClaim(
  db: Kysely<Tables>,
  secrets: SecretBox,
  { userId, route, key, requestHash }: IdempotentRequest,
  now: Date,
): Promise<IdempotencyClaim> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'claim_id', 'runs_until', 'is_committed', 'status', 'headers', 'body'])
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();
  // Released since.
  if (row === undefined) return { kind: 'in_progress' };
  if (row.request_hash !== requestHash) return { kind: 'other_request' };
  if (row.status === null || row.body === null)
    return { kind: row.is_committed && row.runs_until <= now ? 'outcome_unknown' : 'in_progress' };
  const headers: IdempotentAnswer['headers'] = JSON.parse(row.headers);
  const body = secrets.open(row.body, placeOf(row.claim_id));
  return { kind: 'answered', answer: { status: row.status, headers, body } };
}

function placeOf(claimId: string): string {
  return `idempotency_keys/${claimId}/body`;
}
