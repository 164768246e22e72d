import { hashSecret } from '@countersign/base';
import { type Account, type AccountStatus, type Caller, SCOPES, type User } from './account.ts';
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
import type { SignInMethod } from './single-sign-on/connection.ts';
import { adoptLanguage, enterAccount, recordStart, type SessionStep } from './start-session.ts';

type FindDeps = Pick<IdentityDeps, 'database' | 'clock' | 'signOn'>;

/** Finds a session at any stage. */
export async function findSession(deps: FindDeps, id: string | null): Promise<BrowserSession | null> {
  if (id === null) return null;
  const session = await deps.database.read.browserSessions.findByHash(hashSecret(id));
  if (session === null || isOver(session, deps.clock.now())) return null;
  return (await isAllowedByService(deps, session)) ? session : null;
}

export interface SessionHolder extends Caller {
  readonly sessionId: string;
  readonly expiresAt: Date;
  /** Others than `active` ones are refused nearly everything. */
  readonly accountStatus: AccountStatus;
}

/** Finds the user of a session and notes the use. Returns null unless the user is signed in. */
async function findSessionHolder(deps: FindDeps, id: string): Promise<SessionHolder | null> {
  const session = await findSession(deps, id);
  if (session === null || session.userId === null || session.accountId === null) return null;
  const now = deps.clock.now();
  if (now.getTime() - session.lastUsedAt.getTime() >= TOUCH_INTERVAL_MS)
    await deps.database.transact((stores) => stores.browserSessions.touch(session.idHash, now));
  const { userId, accountId, sessionId, expiresAt } = session;
  const connectionId = session.connectionId ?? undefined;
  const account = await deps.database.read.accounts.findAccount(accountId);
  const accountStatus = account?.status ?? 'active';
  return { userId, accountId, scopes: SCOPES, sessionId, connectionId, expiresAt, accountStatus };
}

/**
 * The operator may have required single sign-on since the session began. The store knows what an account requires, and
 * not the settings.
 */
async function isAllowedByService(
  { database, signOn }: FindDeps,
  { method, userId }: BrowserSession,
): Promise<boolean> {
  if (signOn.service?.isRequired !== true || userId === null) return true;
  if (method === 'service' || method === 'connection') return true;
  return (await database.read.accounts.findUser(userId))?.role === 'owner';
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
  /** The accounts to choose from. They are absent before the second factor. */
  readonly accounts?: readonly Account[];
  /** It is absent before the second factor. */
  readonly method?: SignInMethod;
}

async function describeSession(deps: FindDeps, id: string | null): Promise<SessionView> {
  const session = await findSession(deps, id);
  if (session === null) return { next: 'sign_in' };
  if (session.stage === 'second_factor') return { next: session.stage };
  const { read } = deps.database;
  const users = await listReachableUsers(read, session);
  const accounts = await listAccountsOf(read, users);
  const user = users.find(({ userId }) => userId === session.userId);
  const account = accounts.find(({ accountId }) => accountId === session.accountId);
  return { next: session.stage, accounts, user, account, method: session.method };
}

/** Lists the users that the session may become: a connection's session stays in its account. */
async function listReachableUsers(
  stores: Pick<IdentityReads, 'accounts'>,
  { personId, connectionId, userId }: BrowserSession,
): Promise<readonly User[]> {
  const users = await listActiveUsers(stores, personId);
  return connectionId === null ? users : users.filter((user) => user.userId === userId);
}

async function listAccountsOf(
  { accounts }: IdentityReads,
  users: readonly User[],
): Promise<readonly Account[]> {
  const found = await Promise.all(users.map(({ accountId }) => accounts.findAccount(accountId)));
  return found.filter((account) => account !== null);
}

/**
 * Chooses an account, during the sign-in or later. Throws `session_missing`, `account_not_found`,
 * `single_sign_on_required`.
 */
async function switchAccount(deps: IdentityDeps, browser: Browser, accountId: string): Promise<SessionStep> {
  const session = await requireSession(deps, browser.sessionId, ['choose_account', 'signed_in']);
  const id = deps.ids.secret();
  const step = await deps.database.transact(async (stores) => {
    const users = await listReachableUsers(stores, session);
    const user = users.find((one) => one.accountId === accountId);
    if (user === undefined) throw new IdentityError('account_not_found');
    const changed = { ...(await enterAccount(deps, stores, session, user)), idHash: hashSecret(id) };
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
