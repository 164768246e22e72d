import type { RateCount, RateCounter } from '@countersign/signing/ports';
import { CompiledQuery, sql } from 'kysely';
import type { Connection } from '../schema.ts';

/**
 * Adds the `amount` to a window that runs, or begins one with the row of the `source`, which has the columns
 * key, count and resets_at.
 */
export function countRate(source: string, amount: string): string {
  return `INSERT INTO rate_counts AS known (key, count, resets_at)
  ${source}
  ON CONFLICT (key) DO UPDATE SET
    count = CASE
      WHEN known.resets_at <= clock_timestamp() THEN excluded.count
      ELSE greatest(0, known.count + ${amount})
    END,
    resets_at = CASE WHEN known.resets_at <= clock_timestamp() THEN excluded.resets_at ELSE known.resets_at END
  RETURNING count, greatest(0, extract(epoch FROM resets_at - clock_timestamp()) * 1000)::float8 AS remaining_ms`;
}

/** The values are key, amount of a new window, milliseconds, and amount of a running one. */
export const COUNT = countRate(
  "VALUES ($1, $2::integer, clock_timestamp() + $3::integer * interval '1 millisecond')",
  '$4::integer',
);

export interface Counted {
  readonly count: number;
  readonly remaining_ms: number;
}

/** Its statements run outside transactions, because counts survive a rollback. */
export class PostgresRateCountStore implements RateCounter {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async count(key: string, windowMs: number, amount = 1) {
    const values = [key, Math.max(0, amount), windowMs, amount];
    const { rows } = await this.#db.executeQuery<RateCount>(CompiledQuery.raw(COUNT, values));
    const [row] = rows;
    if (row === undefined) throw new TypeError('an insert with RETURNING gives a row');
    return row;
  }

  async removeExpired(): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('rateCounts')
      .where('resetsAt', '<=', sql<Date>`clock_timestamp()`)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
