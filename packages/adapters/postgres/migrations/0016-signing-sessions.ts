import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `CREATE TABLE signing_sessions (
    id_hash text COLLATE "C" PRIMARY KEY,
    link_hash text COLLATE "C" NOT NULL,
    document_id text COLLATE "C" NOT NULL REFERENCES documents ON DELETE CASCADE,
    expires_at timestamptz NOT NULL,
    state jsonb NOT NULL
  )`,
  'CREATE INDEX signing_sessions_link ON signing_sessions (link_hash)',
  'CREATE INDEX signing_sessions_document ON signing_sessions (document_id)',
  'CREATE INDEX signing_sessions_expires_at ON signing_sessions (expires_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
