import { type Kysely, sql } from 'kysely';

/** Codes and tokens end with their grant, grants with their user or client. Metadata documents have no row. */
const STATEMENTS = [
  `CREATE TABLE oauth_clients (
    client_id text COLLATE "C" PRIMARY KEY,
    client_name text NOT NULL,
    redirect_uris jsonb NOT NULL,
    auth_method text COLLATE "C" NOT NULL,
    secret_hash text COLLATE "C",
    details jsonb NOT NULL,
    user_id text COLLATE "C" REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL
  )`,
  'CREATE INDEX oauth_clients_user ON oauth_clients (user_id)',
  `CREATE TABLE oauth_grants (
    grant_id text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
    account_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
    client_id text COLLATE "C" NOT NULL,
    client_name text NOT NULL,
    scopes jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX oauth_grants_user ON oauth_grants (user_id)',
  'CREATE INDEX oauth_grants_client ON oauth_grants (client_id)',
  'CREATE INDEX oauth_grants_expires_at ON oauth_grants (expires_at)',
  `CREATE TABLE oauth_artifacts (
    kind text COLLATE "C" NOT NULL,
    id_hash text COLLATE "C" NOT NULL,
    grant_id text COLLATE "C" REFERENCES oauth_grants ON DELETE CASCADE,
    replaced_hash text COLLATE "C",
    browser_hash text COLLATE "C",
    payload jsonb NOT NULL,
    consumed_at timestamptz,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (kind, id_hash)
  )`,
  'CREATE INDEX oauth_artifacts_grant ON oauth_artifacts (grant_id)',
  'CREATE INDEX oauth_artifacts_replaced ON oauth_artifacts (replaced_hash)',
  'CREATE INDEX oauth_artifacts_expires_at ON oauth_artifacts (expires_at)',
  'ALTER TABLE access_tokens ADD COLUMN grant_id text COLLATE "C" REFERENCES oauth_grants ON DELETE CASCADE',
  'CREATE INDEX access_tokens_grant ON access_tokens (grant_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
