import { type Kysely, sql } from 'kysely';

/**
 * Ids are text in byte order, for the same order under every collation. There are no foreign keys: documents
 * outlive what they refer to.
 */
const STATEMENTS = [
  `CREATE TABLE accounts (
    account_id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    capabilities jsonb NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  `CREATE TABLE users (
    user_id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    full_name text NOT NULL,
    email_address text NOT NULL,
    language text NOT NULL,
    password_hash text NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  'CREATE UNIQUE INDEX users_email_address ON users (lower(email_address))',
  `CREATE TABLE api_keys (
    api_key_id text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    key_hash text COLLATE "C" NOT NULL UNIQUE,
    name text NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  `CREATE TABLE access_tokens (
    token_hash text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    scopes jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX access_tokens_expires_at ON access_tokens (expires_at)',
  `CREATE TABLE files (
    file_id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    blob_id text COLLATE "C" NOT NULL,
    original_name text NOT NULL,
    size bigint NOT NULL,
    sha256 text COLLATE "C" NOT NULL,
    pages integer NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  `CREATE TABLE documents (
    document_id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    name text NOT NULL,
    status text COLLATE "C" NOT NULL,
    sharing_setting text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    expiry_date timestamptz NOT NULL,
    state jsonb NOT NULL
  )`,
  'CREATE INDEX documents_newest ON documents (account_id, created_at DESC, document_id DESC)',
  'CREATE INDEX documents_expiry_date ON documents (expiry_date)',
  `CREATE TABLE signee_tokens (
    token_hash text COLLATE "C" PRIMARY KEY,
    document_id text COLLATE "C" NOT NULL REFERENCES documents ON DELETE CASCADE,
    signee_id text COLLATE "C" NOT NULL
  )`,
  'CREATE INDEX signee_tokens_document ON signee_tokens (document_id)',
  `CREATE TABLE events (
    position bigint GENERATED ALWAYS AS IDENTITY,
    event_id text COLLATE "C" PRIMARY KEY,
    type text COLLATE "C" NOT NULL,
    document_id text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    signee_id text COLLATE "C",
    date timestamptz NOT NULL
  )`,
  'CREATE INDEX events_document ON events (document_id, position)',
  `CREATE TABLE webhooks (
    webhook_id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    webhook_url text NOT NULL,
    name text NOT NULL,
    event_types jsonb NOT NULL,
    signing_secret text NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  'CREATE INDEX webhooks_account ON webhooks (account_id)',
  `CREATE TABLE webhook_deliveries (
    delivery_id text COLLATE "C" PRIMARY KEY,
    webhook_id text COLLATE "C" NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    attempts integer NOT NULL,
    last_status integer,
    last_error text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (webhook_id, event_id)
  )`,
  `CREATE TABLE messages (
    position bigint GENERATED ALWAYS AS IDENTITY,
    message_id text COLLATE "C" PRIMARY KEY,
    channel text COLLATE "C" NOT NULL,
    recipient text NOT NULL,
    content text NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  'CREATE INDEX messages_recipient ON messages (recipient, position)',
  `CREATE TABLE settings (
    name text COLLATE "C" PRIMARY KEY,
    value text NOT NULL
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
