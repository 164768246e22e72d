import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE UNIQUE INDEX session_proofs_handover ON session_proofs ((facts #>> '{handover,hash}'))`.execute(
    db,
  );
}
