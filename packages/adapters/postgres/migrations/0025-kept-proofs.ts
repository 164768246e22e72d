import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `CREATE TABLE kept_proofs (
    proof_id text COLLATE "C" PRIMARY KEY,
    document_id text COLLATE "C" NOT NULL REFERENCES documents ON DELETE CASCADE,
    signee_id text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    kept_at timestamptz NOT NULL,
    content text NOT NULL
  )`,
  'CREATE INDEX kept_proofs_document ON kept_proofs (document_id)',
];

/** Until the document is removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
