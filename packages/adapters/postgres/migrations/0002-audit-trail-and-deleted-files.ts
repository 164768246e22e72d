import { type Kysely, sql } from 'kysely';

/** `details` is text: the hash needs the original bytes. Triggers prevent changes. */
const STATEMENTS = [
  'ALTER TABLE files ADD COLUMN deleted_at timestamptz',
  'CREATE INDEX files_blob ON files (blob_id)',
  `CREATE INDEX documents_file ON documents ((state ->> 'fileId'))`,
  `CREATE TABLE audit_entries (
    position bigint GENERATED ALWAYS AS IDENTITY,
    entry_id text COLLATE "C" PRIMARY KEY,
    subject_kind text COLLATE "C" NOT NULL,
    subject_id text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    user_id text COLLATE "C",
    date timestamptz NOT NULL,
    file_ids jsonb NOT NULL,
    details text NOT NULL
  )`,
  'CREATE INDEX audit_entries_subject ON audit_entries (subject_kind, subject_id, position)',
  `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the audit trail is append-only'; END
  $$`,
  `CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
