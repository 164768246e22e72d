import { type Kysely, sql } from 'kysely';

/** To disable failing ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE webhooks ADD COLUMN failing_since timestamptz, ADD COLUMN disabled_at timestamptz`.execute(
    db,
  );
}
