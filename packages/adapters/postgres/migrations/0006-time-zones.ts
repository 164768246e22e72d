import { type Kysely, sql } from 'kysely';

/** For the date of a signature. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE accounts ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC'`.execute(db);
}
