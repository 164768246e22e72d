import { type Kysely, sql } from 'kysely';

/** Unlogged: fast commits, lost in a crash. Free space in pages keeps updates out of the index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE UNLOGGED TABLE rate_counts (
    key text COLLATE "C" PRIMARY KEY,
    count integer NOT NULL,
    resets_at timestamptz NOT NULL
  ) WITH (fillfactor = 50)`.execute(db);
}
