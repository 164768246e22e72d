import { type Kysely, sql } from 'kysely';

/** Apart from the documents, which are read more often. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE prepared_views (
    document_id text COLLATE "C" PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    view jsonb NOT NULL
  )`.execute(db);
}
