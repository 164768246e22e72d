import { type Kysely, sql } from 'kysely';

/** Several accounts may invite one address; it becomes a user of one. */
const STATEMENTS = [
  'DROP INDEX users_email_address',
  `CREATE UNIQUE INDEX users_email_address ON users (lower(email_address)) WHERE status <> 'invited'`,
  'CREATE UNIQUE INDEX users_email_address_in_account ON users (account_id, lower(email_address))',
  `CREATE TABLE user_invitations (
    token_hash text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX user_invitations_user ON user_invitations (user_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
