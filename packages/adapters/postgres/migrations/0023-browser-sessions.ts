import { type Kysely, sql } from 'kysely';

/** Each user becomes a person and keeps the password. */
const STATEMENTS = [
  `CREATE TABLE people (
    person_id text COLLATE "C" PRIMARY KEY,
    email_address text NOT NULL,
    password_hash text,
    totp_secret text,
    totp_confirmed_at timestamptz,
    totp_last_step bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL
  )`,
  'CREATE UNIQUE INDEX people_email_address ON people (lower(email_address))',
  `INSERT INTO people (person_id, email_address, password_hash, created_at)
    SELECT gen_random_uuid()::text, email_address, password_hash, created_at FROM users WHERE status <> 'invited'`,
  'ALTER TABLE users ADD COLUMN person_id text COLLATE "C"',
  'ALTER TABLE users ADD COLUMN time_zone text',
  `UPDATE users SET person_id = people.person_id FROM people
    WHERE lower(people.email_address) = lower(users.email_address) AND users.status <> 'invited'`,
  'ALTER TABLE users DROP COLUMN password_hash',
  'DROP INDEX users_email_address',
  'CREATE INDEX users_person ON users (person_id)',
  `CREATE TABLE password_resets (
    token_hash text COLLATE "C" PRIMARY KEY,
    person_id text COLLATE "C" NOT NULL,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX password_resets_person ON password_resets (person_id)',
  `CREATE TABLE recovery_codes (
    person_id text COLLATE "C" NOT NULL,
    code_hash text COLLATE "C" NOT NULL,
    PRIMARY KEY (person_id, code_hash)
  )`,
  `CREATE TABLE passkeys (
    passkey_id text COLLATE "C" PRIMARY KEY,
    person_id text COLLATE "C" NOT NULL,
    credential_id text COLLATE "C" NOT NULL UNIQUE,
    public_key text NOT NULL,
    sign_count bigint NOT NULL,
    transports jsonb NOT NULL,
    is_synced boolean NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz
  )`,
  'CREATE INDEX passkeys_person ON passkeys (person_id)',
  `CREATE TABLE passkey_challenges (
    challenge_hash text COLLATE "C" PRIMARY KEY,
    person_id text COLLATE "C",
    expires_at timestamptz NOT NULL
  )`,
  `CREATE TABLE browser_sessions (
    session_id text COLLATE "C" PRIMARY KEY,
    id_hash text COLLATE "C" NOT NULL UNIQUE,
    person_id text COLLATE "C" NOT NULL,
    stage text COLLATE "C" NOT NULL,
    user_id text COLLATE "C",
    account_id text COLLATE "C",
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    address text NOT NULL,
    user_agent text NOT NULL
  )`,
  'CREATE INDEX browser_sessions_person ON browser_sessions (person_id)',
  'CREATE INDEX browser_sessions_expires_at ON browser_sessions (expires_at)',
  `CREATE TABLE account_events (
    position bigint GENERATED ALWAYS AS IDENTITY,
    event_id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    date timestamptz NOT NULL,
    user_id text COLLATE "C",
    subject_id text COLLATE "C",
    address text,
    details jsonb NOT NULL
  )`,
  'CREATE INDEX account_events_account ON account_events (account_id, position)',
  'CREATE INDEX account_events_user ON account_events (user_id, date)',
  'CREATE INDEX account_events_date ON account_events (date)',
  `CREATE FUNCTION refuse_account_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the log of accounts is append-only'; END
  $$`,
  `CREATE FUNCTION keep_account_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.date > now() - interval '365 days' THEN
        RAISE EXCEPTION 'the log of accounts is append-only for a year';
      END IF;
      RETURN OLD;
    END
  $$`,
  `CREATE TRIGGER account_events_stay BEFORE UPDATE OR TRUNCATE ON account_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_account_event_change()`,
  `CREATE TRIGGER account_events_stay_a_year BEFORE DELETE ON account_events
    FOR EACH ROW EXECUTE FUNCTION keep_account_event()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
