import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN is_language_chosen boolean NOT NULL DEFAULT true`.execute(db);
}
