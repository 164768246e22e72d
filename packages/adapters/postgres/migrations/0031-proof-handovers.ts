import { type Kysely, sql } from 'kysely';

/** A phone finds the proof that was handed to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE UNIQUE INDEX session_proofs_handover ON session_proofs ((facts #>> '{handover,hash}'))`.execute(
    db,
  );
}
