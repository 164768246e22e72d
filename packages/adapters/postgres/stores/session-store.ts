import type { SessionStore, SigningSession } from '@countersign/signing';
import { sql } from 'kysely';
import { fromJson, toJson } from '../encryption.ts';
import type { TransactionScope } from '../transaction.ts';

export function createSessionStore(scope: TransactionScope): SessionStore {
  return {
    find: (idHash) => findSession(scope, idHash),
    listForLink: (linkHash) => listForLink(scope, linkHash),
    save: (session) => saveSession(scope, session),
    lockLink: (linkHash) => lockLink(scope, linkHash),
    remove: (idHash) => removeSession(scope, idHash),
    removeForDocument: (documentId) => removeForDocument(scope, documentId),
    removeExpired: (date, limit) => removeExpired(scope, date, limit),
  };
}

async function findSession({ db }: TransactionScope, idHash: string): Promise<SigningSession | null> {
  const row = await db
    .selectFrom('signing_sessions')
    .select('state')
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
  return row === undefined ? null : fromJson<SigningSession>(row.state);
}

async function listForLink({ db }: TransactionScope, linkHash: string): Promise<readonly SigningSession[]> {
  const rows = await db
    .selectFrom('signing_sessions')
    .select('state')
    .where('link_hash', '=', linkHash)
    .orderBy('expires_at')
    .execute();
  return rows.map((row) => fromJson<SigningSession>(row.state));
}

async function saveSession({ db }: TransactionScope, session: SigningSession): Promise<void> {
  const { idHash, linkHash, documentId, expiresAt } = session;
  const state = toJson(session);
  await db
    .insertInto('signing_sessions')
    .values({ id_hash: idHash, link_hash: linkHash, document_id: documentId, expires_at: expiresAt, state })
    .onConflict((conflict) => conflict.column('id_hash').doUpdateSet({ expires_at: expiresAt, state }))
    .execute();
}

/** A link without sessions has no row to lock. */
async function lockLink({ required }: TransactionScope, linkHash: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`link/${linkHash}`}::text, 0))`.execute(
    required.db,
  );
}

async function removeSession({ db }: TransactionScope, idHash: string): Promise<void> {
  await db.deleteFrom('signing_sessions').where('id_hash', '=', idHash).execute();
}

async function removeForDocument({ db }: TransactionScope, documentId: string): Promise<void> {
  await db.deleteFrom('signing_sessions').where('document_id', '=', documentId).execute();
}

async function removeExpired({ db }: TransactionScope, date: Date, limit: number): Promise<number> {
  const old = db
    .selectFrom('signing_sessions')
    .select('id_hash')
    .where('expires_at', '<', date)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate();
  const removed = await db.deleteFrom('signing_sessions').where('id_hash', 'in', old).executeTakeFirst();
  return Number(removed.numDeletedRows);
}
