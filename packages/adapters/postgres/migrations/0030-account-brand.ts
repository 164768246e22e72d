import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  'ALTER TABLE accounts ADD COLUMN language text COLLATE "C" NOT NULL DEFAULT \'en\'',
  'ALTER TABLE accounts ADD COLUMN sender_name text',
  'ALTER TABLE accounts ADD COLUMN logo_id text COLLATE "C"',
  `CREATE TABLE account_logos (
    logo_id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
    content bytea NOT NULL
  )`,
  'CREATE INDEX account_logos_account ON account_logos (account_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
