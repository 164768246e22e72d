import type { BrowserSession, BrowserSessionStore } from '@countersign/identity';
import { type Selectable, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { TransactionScope } from '../transaction.ts';

export function createBrowserSessionStore(scope: TransactionScope): BrowserSessionStore {
  return {
    findByHash: (idHash) => findByHash(scope, idHash),
    listForPerson: (personId) => listForPerson(scope, personId),
    lock: (sessionId) => lockSession(scope, sessionId),
    insert: async (session) =>
      void (await scope.db.insertInto('browser_sessions').values(toRow(session)).execute()),
    replace: (idHash, session) => replaceSession(scope, idHash, session),
    touch: async (idHash, lastUsedAt) =>
      void (await scope.db
        .updateTable('browser_sessions')
        .set({ last_used_at: lastUsedAt })
        .where('id_hash', '=', idHash)
        .execute()),
    remove: async (sessionId) =>
      void (await scope.db.deleteFrom('browser_sessions').where('session_id', '=', sessionId).execute()),
    removeOfPerson: (personId, exceptSessionId) => removeOfPerson(scope, personId, exceptSessionId),
    removeExpired: (now, usedBefore) => removeExpired(scope, now, usedBefore),
  };
}

/** The user may have been deactivated. */
const IS_HELD = sql<boolean>`(user_id IS NULL OR EXISTS (
  SELECT FROM users u
  WHERE u.user_id = browser_sessions.user_id AND u.person_id = browser_sessions.person_id AND u.status = 'active'
))`;

async function findByHash({ db }: TransactionScope, idHash: string): Promise<BrowserSession | null> {
  const row = await db
    .selectFrom('browser_sessions')
    .selectAll()
    .where('id_hash', '=', idHash)
    .where(IS_HELD)
    .executeTakeFirst();
  return row === undefined ? null : toSession(row);
}

async function lockSession(
  { required }: TransactionScope,
  sessionId: string,
): Promise<BrowserSession | null> {
  const row = await required.db
    .selectFrom('browser_sessions')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where(IS_HELD)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : toSession(row);
}

async function listForPerson({ db }: TransactionScope, personId: string): Promise<readonly BrowserSession[]> {
  const rows = await db
    .selectFrom('browser_sessions')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('last_used_at', 'desc')
    .orderBy('session_id')
    .execute();
  return rows.map(toSession);
}

async function replaceSession({ db }: TransactionScope, idHash: string, session: BrowserSession) {
  const { session_id, ...changes } = toRow(session);
  const result = await db
    .updateTable('browser_sessions')
    .set(changes)
    .where('session_id', '=', session_id)
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

async function removeOfPerson(
  { db }: TransactionScope,
  personId: string,
  exceptSessionId: string | undefined,
) {
  const all = db.deleteFrom('browser_sessions').where('person_id', '=', personId);
  const removed = exceptSessionId === undefined ? all : all.where('session_id', '<>', exceptSessionId);
  return Number((await removed.executeTakeFirst()).numDeletedRows);
}

async function removeExpired({ db }: TransactionScope, now: Date, usedBefore: Date): Promise<number> {
  const result = await db
    .deleteFrom('browser_sessions')
    .where((either) => either.or([either('expires_at', '<=', now), either('last_used_at', '<=', usedBefore)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function toRow(session: BrowserSession) {
  return {
    session_id: session.sessionId,
    id_hash: session.idHash,
    person_id: session.personId,
    stage: session.stage,
    user_id: session.userId,
    account_id: session.accountId,
    created_at: session.createdAt,
    last_used_at: session.lastUsedAt,
    expires_at: session.expiresAt,
    address: session.address,
    user_agent: session.userAgent,
  };
}

function toSession(row: Selectable<Tables['browser_sessions']>): BrowserSession {
  return {
    sessionId: row.session_id,
    idHash: row.id_hash,
    personId: row.person_id,
    stage: row.stage as BrowserSession['stage'],
    userId: row.user_id,
    accountId: row.account_id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    address: row.address,
    userAgent: row.user_agent,
  };
}
