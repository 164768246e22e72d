import { type Kysely, sql } from 'kysely';

/** Those that may need it are due at once, and the job computes their dates. */
const STATEMENTS = [
  'ALTER TABLE documents ADD COLUMN follow_up_at timestamptz',
  `UPDATE documents SET follow_up_at = now()
    WHERE status IN ('created', 'processing', 'awaiting_signatures', 'error')
    AND (state ? 'signingDeadline' OR state ? 'automaticReminders')`,
  'CREATE INDEX documents_follow_up_at ON documents (follow_up_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
