import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE saved_configurations ADD COLUMN token_hash text COLLATE "C"`.execute(db);
  await sql`CREATE UNIQUE INDEX saved_configurations_by_token ON saved_configurations (token_hash)`.execute(
    db,
  );
  await sql`ALTER TABLE documents ADD COLUMN link_id text COLLATE "C"`.execute(db);
  await sql`CREATE INDEX documents_of_link ON documents (link_id, created_at DESC, document_id DESC)
    WHERE link_id IS NOT NULL`.execute(db);
}
