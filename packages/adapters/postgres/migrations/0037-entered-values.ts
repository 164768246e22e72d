import { type Kysely, sql } from 'kysely';

/** Apart from the content, which a poll writes again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE session_proofs ADD COLUMN entered text`.execute(db);
}
