import { type Kysely, sql } from 'kysely';

/** Failing webhooks are disabled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE webhooks ADD COLUMN failing_since timestamptz, ADD COLUMN disabled_at timestamptz`.execute(
    db,
  );
}
