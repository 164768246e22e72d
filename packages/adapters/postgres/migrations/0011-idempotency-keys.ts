import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE idempotency_keys (
    user_id text COLLATE "C" NOT NULL,
    route text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    request_hash text NOT NULL,
    claim_id text COLLATE "C" NOT NULL UNIQUE,
    runs_until timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    status integer,
    body text,
    PRIMARY KEY (user_id, route, key)
  )`.execute(db);
  await sql`CREATE INDEX idempotency_keys_expires_at ON idempotency_keys (expires_at)`.execute(db);
}
