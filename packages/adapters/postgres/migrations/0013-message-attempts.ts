import { type Kysely, sql } from 'kysely';

/** So that retries do not repeat messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE message_attempts (
    message_id text COLLATE "C" PRIMARY KEY,
    started_at timestamptz NOT NULL,
    is_sent boolean NOT NULL
  )`.execute(db);
}
