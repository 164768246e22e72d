import { type Kysely, sql } from 'kysely';

/** For the number of tokens of an API key; those of grants have an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX access_tokens_api_key ON access_tokens (api_key_id, created_at DESC)
    WHERE api_key_id IS NOT NULL`.execute(db);
}
