import { DAY_MS } from '@countersign/base/time';
import type { Caller } from './account.ts';
import { KEPT_EVENT_DAYS } from './account-event.ts';
import { type Browser, type BrowserSession, isOver, SESSION_IDLE_MS } from './browser-session.ts';
import { findCaller } from './callers.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError } from './errors.ts';
import { recordEvent, recordForPerson } from './events.ts';
import { endProgramAccess } from './people.ts';
import type { IdentityReads } from './ports.ts';
import { findSession } from './sessions.ts';
import { listActiveUsers } from './sign-in.ts';

/** An expired link has an error of its own for this time. */
const EXPIRED_INVITATION_DAYS = 30;

/** Removes expired sessions, invitations, links and challenges. */
export async function removeExpiredSessions({ database, clock }: IdentityDeps): Promise<void> {
  const now = clock.now();
  await database.transact(async ({ accounts, browserSessions, people, signOn }) => {
    await signOn.removeExpired(now);
    await browserSessions.removeExpired(now, new Date(now.getTime() - SESSION_IDLE_MS));
    await people.removeExpired(now);
    await accounts.removeInvitationsBefore(new Date(now.getTime() - EXPIRED_INVITATION_DAYS * DAY_MS));
  });
}

export async function removeOldAccountEvents({ database, clock }: IdentityDeps): Promise<void> {
  const date = new Date(clock.now().getTime() - KEPT_EVENT_DAYS * DAY_MS);
  await database.transact(({ accountEvents }) => accountEvents.removeBefore(date));
}

async function signOut(deps: IdentityDeps, browser: Browser): Promise<void> {
  const session = await findSession(deps, browser.sessionId);
  if (session === null) return;
  await deps.database.transact(async (stores) => {
    await stores.browserSessions.remove(session.sessionId);
    const { userId, accountId, sessionId } = session;
    if (userId === null || accountId === null) return;
    const caller = { userId, accountId, address: browser.address };
    await recordEvent(deps, stores, caller, { type: 'session.ended', subjectId: sessionId });
  });
}

/**
 * Ends the sessions in every account, and the access of programs if asked for. A session of single sign-on ends those
 * in its account.
 */
function signOutEverywhere(
  deps: IdentityDeps,
  caller: Caller,
  { endPrograms = false }: { readonly endPrograms?: boolean } = {},
): Promise<void> {
  return deps.database.transact(async (stores) => {
    const personId = await findPersonId(stores, caller);
    for (const { sessionId } of await listReachableSessions(stores, caller))
      await stores.browserSessions.remove(sessionId);
    const known = await listActiveUsers(stores, personId);
    const users = known.filter(({ userId }) => isReachable(caller, userId));
    const address = caller.address ?? '';
    const facts = { address, isDoneByThem: true };
    await recordForPerson(deps, stores, users, facts, { type: 'session.ended_everywhere' });
    if (endPrograms) await endProgramAccess(deps, stores, users, { endedBy: 'users', address });
  });
}

/** The provider of an account says who the person is there, and nothing of their other accounts. */
function isReachable({ connectionId, userId }: Caller, of: string | null): boolean {
  return connectionId === undefined || of === userId;
}

async function listReachableSessions(
  stores: IdentityReads,
  caller: Caller,
): Promise<readonly BrowserSession[]> {
  const sessions = await stores.browserSessions.listForPerson(await findPersonId(stores, caller));
  return sessions.filter(({ userId }) => isReachable(caller, userId));
}

/** Lists the sessions in every account, the last used first; one of single sign-on sees those in its account. */
async function listSessions(
  { database, clock }: IdentityDeps,
  caller: Caller,
): Promise<readonly BrowserSession[]> {
  const sessions = await listReachableSessions(database.read, caller);
  return sessions.filter((session) => session.stage === 'signed_in' && !isOver(session, clock.now()));
}

/** Throws `session_not_found`. */
function endSession(deps: IdentityDeps, caller: Caller, sessionId: string): Promise<void> {
  return deps.database.transact(async (stores) => {
    const sessions = await listReachableSessions(stores, caller);
    if (!sessions.some((session) => session.sessionId === sessionId))
      throw new IdentityError('session_not_found');
    await stores.browserSessions.remove(sessionId);
    await recordEvent(deps, stores, caller, { type: 'session.ended', subjectId: sessionId });
  });
}

export async function findPersonId(stores: IdentityReads, caller: Caller): Promise<string> {
  const { personId } = await findCaller(stores, caller);
  if (personId === null) throw new IdentityError('token_invalid');
  return personId;
}

export const signOutOperations = { signOut, signOutEverywhere, list: listSessions, end: endSession };
