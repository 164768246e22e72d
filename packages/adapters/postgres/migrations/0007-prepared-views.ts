import { type Kysely, sql } from 'kysely';

/** What signing pages show of a prepared PDF: apart from the document, which is read far more often than its form. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE prepared_views (
    document_id text COLLATE "C" PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    view jsonb NOT NULL
  )`.execute(db);
}
