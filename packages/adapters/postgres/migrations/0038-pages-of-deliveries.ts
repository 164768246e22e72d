import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX webhook_deliveries_page
    ON webhook_deliveries (webhook_id, created_at DESC, delivery_id DESC)`.execute(db);
}
