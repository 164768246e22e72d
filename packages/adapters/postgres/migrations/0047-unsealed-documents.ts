import { type Kysely, sql } from 'kysely';

/** The predicate of the index is that of the queries; those that wait at the upgrade are followed up at once. */
const STATEMENTS = [
  `CREATE INDEX documents_unsealed ON documents (created_at)
    WHERE status IN ('awaiting_signatures', 'error') AND progress -> 'signed' = progress -> 'signees'`,
  `UPDATE documents SET follow_up_at = now()
    WHERE status = 'awaiting_signatures' AND progress -> 'signed' = progress -> 'signees'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
