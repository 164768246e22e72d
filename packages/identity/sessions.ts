import { hashSecret } from '@countersign/base';
import { type Account, type Caller, SCOPES, type User } from './account.ts';
import {
  type Browser,
  type BrowserSession,
  isOver,
  type SessionStage,
  TOUCH_INTERVAL_MS,
} from './browser-session.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError } from './errors.ts';
import { recordEvent } from './events.ts';
import type { IdentityReads } from './ports.ts';
import { listActiveUsers } from './sign-in.ts';
import { adoptLanguage, enterAccount, recordStart, type SessionStep } from './start-session.ts';

type FindDeps = Pick<IdentityDeps, 'database' | 'clock'>;

/** Finds a session at any stage. */
export async function findSession(
  { database, clock }: FindDeps,
  id: string | null,
): Promise<BrowserSession | null> {
  if (id === null) return null;
  const session = await database.read.browserSessions.findByHash(hashSecret(id));
  return session === null || isOver(session, clock.now()) ? null : session;
}

export interface SessionHolder extends Caller {
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/** Finds the user of a session and notes the use. Returns null unless the user is signed in. */
async function findSessionHolder(deps: FindDeps, id: string): Promise<SessionHolder | null> {
  const session = await findSession(deps, id);
  if (session === null || session.userId === null || session.accountId === null) return null;
  const now = deps.clock.now();
  if (now.getTime() - session.lastUsedAt.getTime() >= TOUCH_INTERVAL_MS)
    await deps.database.transact((stores) => stores.browserSessions.touch(session.idHash, now));
  const { userId, accountId, sessionId, expiresAt } = session;
  return { userId, accountId, scopes: SCOPES, sessionId, expiresAt };
}

/** Finds a session. Throws `session_missing`. */
export async function requireSession(
  deps: FindDeps,
  id: string | null,
  stages: readonly SessionStage[],
): Promise<BrowserSession> {
  const session = await findSession(deps, id);
  if (session === null || !stages.includes(session.stage)) throw new IdentityError('session_missing');
  return session;
}

/** What a page shows of a session. */
export interface SessionView {
  readonly next: SessionStage | 'sign_in';
  readonly user?: User | undefined;
  readonly account?: Account | undefined;
  /** The accounts to choose from. Absent before the second factor. */
  readonly accounts?: readonly Account[];
}

async function describeSession(deps: FindDeps, id: string | null): Promise<SessionView> {
  const session = await findSession(deps, id);
  if (session === null) return { next: 'sign_in' };
  if (session.stage === 'second_factor') return { next: session.stage };
  const { read } = deps.database;
  const users = await listActiveUsers(read, session.personId);
  const accounts = await listAccountsOf(read, users);
  const user = users.find(({ userId }) => userId === session.userId);
  const account = accounts.find(({ accountId }) => accountId === session.accountId);
  return { next: session.stage, accounts, user, account };
}

async function listAccountsOf(
  { accounts }: IdentityReads,
  users: readonly User[],
): Promise<readonly Account[]> {
  const found = await Promise.all(users.map(({ accountId }) => accounts.findAccount(accountId)));
  return found.filter((account) => account !== null);
}

/** Chooses an account, during the sign-in or later. Throws `session_missing`, `account_not_found`. */
async function switchAccount(deps: IdentityDeps, browser: Browser, accountId: string): Promise<SessionStep> {
  const session = await requireSession(deps, browser.sessionId, ['choose_account', 'signed_in']);
  const id = deps.ids.secret();
  const step = await deps.database.transact(async (stores) => {
    const users = await listActiveUsers(stores, session.personId);
    const user = users.find((one) => one.accountId === accountId);
    if (user === undefined) throw new IdentityError('account_not_found');
    const changed = { ...enterAccount(session, user, deps.clock.now()), idHash: hashSecret(id) };
    if (!(await stores.browserSessions.replace(session.idHash, changed)))
      throw new IdentityError('session_missing');
    if (session.stage !== 'signed_in') await recordStart(deps, stores, changed);
    else if (session.accountId !== accountId) {
      const by = { ...user, address: browser.address };
      const subjectId = session.sessionId;
      await recordEvent(deps, stores, by, { type: 'session.account_switched', subjectId });
    }
    return { id, next: changed.stage };
  });
  return adoptLanguage(deps, browser, step);
}

export const sessionOperations = {
  switchAccount,
  describe: describeSession,
  find: findSession,
  findHolder: findSessionHolder,
};
