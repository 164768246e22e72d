import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `CREATE TABLE session_proofs (
    proof_id text COLLATE "C" PRIMARY KEY,
    session_hash text COLLATE "C" NOT NULL REFERENCES signing_sessions ON DELETE CASCADE,
    document_id text COLLATE "C" NOT NULL,
    signee_id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    remove_at timestamptz NOT NULL,
    facts jsonb NOT NULL,
    content text NOT NULL
  )`,
  'CREATE INDEX session_proofs_session ON session_proofs (session_hash)',
  'CREATE INDEX session_proofs_signee ON session_proofs (document_id, signee_id)',
  'CREATE INDEX session_proofs_remove_at ON session_proofs (remove_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
