import type { RateCounter } from '@countersign/signing/ports';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Outside transactions: counts survive a rollback. */
export function createRateCountStore(db: Kysely<Tables>): RateCounter {
  return {
    async count(key, windowMs, amount = 1) {
      const { rows } = await sql<{ count: number; remaining_ms: number }>`
        INSERT INTO rate_counts AS known (key, count, resets_at)
        VALUES (${key}, ${Math.max(0, amount)}::integer, clock_timestamp() + ${windowMs}::integer * interval '1 millisecond')
        ON CONFLICT (key) DO UPDATE SET
          count = CASE
            WHEN known.resets_at <= clock_timestamp() THEN excluded.count
            ELSE greatest(0, known.count + ${amount}::integer)
          END,
          resets_at = CASE WHEN known.resets_at <= clock_timestamp() THEN excluded.resets_at ELSE known.resets_at END
        RETURNING count,
          greatest(0, extract(epoch FROM resets_at - clock_timestamp()) * 1000)::float8 AS remaining_ms
      `.execute(db);
      const [row] = rows;
      if (row === undefined) throw new TypeError('an insert with RETURNING gives a row');
      return { count: row.count, remainingMs: row.remaining_ms };
    },
    async removeExpired() {
      const { numDeletedRows } = await db
        .deleteFrom('rate_counts')
        .where('resets_at', '<=', sql<Date>`clock_timestamp()`)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
