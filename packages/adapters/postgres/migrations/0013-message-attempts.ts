import { type Kysely, sql } from 'kysely';

/** Which messages were given to a provider of SMS or WhatsApp, so that a retry does not send one twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE message_attempts (
    message_id text COLLATE "C" PRIMARY KEY,
    started_at timestamptz NOT NULL,
    is_sent boolean NOT NULL
  )`.execute(db);
}
