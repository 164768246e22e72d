import { type Kysely, sql } from 'kysely';

/** The work was committed, with or without an answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE idempotency_keys
    ADD COLUMN is_committed boolean NOT NULL DEFAULT false,
    ADD COLUMN headers text NOT NULL DEFAULT '{}'`.execute(db);
}
