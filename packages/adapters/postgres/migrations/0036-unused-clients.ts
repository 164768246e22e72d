import { type Kysely, sql } from 'kysely';

/** Clients that are known already count as used now. */
const STATEMENTS = [
  'ALTER TABLE oauth_clients ADD COLUMN last_used_at timestamptz',
  'UPDATE oauth_clients SET last_used_at = now()',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
