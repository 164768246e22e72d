import { type Kysely, sql } from 'kysely';

/** Keys so far have no prefix to show. Tokens so far end within an hour. */
const STATEMENTS = [
  `ALTER TABLE users ADD COLUMN status text COLLATE "C" NOT NULL DEFAULT 'active'`,
  'ALTER TABLE users ALTER COLUMN status DROP DEFAULT',
  'ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL',
  'CREATE INDEX users_account ON users (account_id)',
  `ALTER TABLE api_keys ADD COLUMN prefix text NOT NULL DEFAULT 'sk_'`,
  'ALTER TABLE api_keys ALTER COLUMN prefix DROP DEFAULT',
  'ALTER TABLE api_keys ADD COLUMN last_used_at timestamptz',
  'CREATE INDEX api_keys_account ON api_keys (account_id)',
  'ALTER TABLE access_tokens ADD COLUMN api_key_id text COLLATE "C"',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
