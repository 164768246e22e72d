import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX documents_sealed_file ON documents ((state ->> 'sealedSha256'))`.execute(db);
}
