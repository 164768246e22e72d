import { type Kysely, sql } from 'kysely';

/**
 * Requests of the current window. Unlogged: no commit waits for the disk, and what a crash of the server forgets is a minute of
 * counts. Free space in every page lets an update stay in its page and out of the index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE UNLOGGED TABLE rate_counts (
    key text COLLATE "C" PRIMARY KEY,
    count integer NOT NULL,
    resets_at timestamptz NOT NULL
  ) WITH (fillfactor = 50)`.execute(db);
}
