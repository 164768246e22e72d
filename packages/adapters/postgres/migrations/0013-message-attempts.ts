import { type Kysely, sql } from 'kysely';

/** Messages given to providers, so that retries do not repeat them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE message_attempts (
    message_id text COLLATE "C" PRIMARY KEY,
    started_at timestamptz NOT NULL,
    is_sent boolean NOT NULL
  )`.execute(db);
}
