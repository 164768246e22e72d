import { type Kysely, sql } from 'kysely';

/** Deleted documents stay as rows without content. */
const STATEMENTS = [
  'DROP INDEX documents_expiry_date',
  `CREATE INDEX documents_expiry_date ON documents (expiry_date) WHERE status <> 'deleted'`,
  'CREATE INDEX files_created_at ON files (created_at) WHERE deleted_at IS NULL',
  'CREATE INDEX events_date ON events (date)',
  'CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
