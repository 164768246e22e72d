import { type Kysely, sql } from 'kysely';

/** The date of a signature is the date in the account's time zone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE accounts ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC'`.execute(db);
}
