import { type Kysely, sql } from 'kysely';

/** A webhook whose deliveries fail for days is disabled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE webhooks ADD COLUMN failing_since timestamptz, ADD COLUMN disabled_at timestamptz`.execute(
    db,
  );
}
