import { type Kysely, sql } from 'kysely';

/** `file_id` keeps the file from being removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE saved_configurations (
    kind text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    sharing_setting text NOT NULL,
    file_id text COLLATE "C",
    created_at timestamptz NOT NULL,
    expires_at timestamptz,
    state jsonb NOT NULL,
    PRIMARY KEY (kind, id)
  )`.execute(db);
  await sql`CREATE INDEX saved_configurations_of_account
    ON saved_configurations (account_id, kind, created_at DESC, id DESC)`.execute(db);
  await sql`CREATE INDEX saved_configurations_by_file ON saved_configurations (file_id)`.execute(db);
  await sql`CREATE INDEX saved_configurations_by_expiry ON saved_configurations (expires_at)`.execute(db);
  await sql`CREATE INDEX saved_configurations_by_document ON saved_configurations ((state ->> 'documentId'))
    WHERE kind = 'draft'`.execute(db);
}
