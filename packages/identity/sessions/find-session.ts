import type { Account, User } from '../accounts/account.ts';
import { type Caller, SCOPES } from '../accounts/caller.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { IdentityError } from '../errors.ts';
import type { IdentityReads } from '../ports/database.ts';
import { hashSecret } from '../secrets/hash-secret.ts';
import { type BrowserSession, isOver, type SessionStage, TOUCH_INTERVAL_MS } from './browser-session.ts';
import { listActiveUsers } from './sign-in.ts';

type FindDeps = Pick<IdentityDeps, 'database' | 'clock'>;

/** At whatever stage. */
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

/** Null unless signed in. Notes the use. */
export async function findSessionHolder(deps: FindDeps, id: string): Promise<SessionHolder | null> {
  const session = await findSession(deps, id);
  if (session === null || session.userId === null || session.accountId === null) return null;
  const now = deps.clock.now();
  if (now.getTime() - session.lastUsedAt.getTime() >= TOUCH_INTERVAL_MS)
    await deps.database.transact((stores) => stores.browserSessions.touch(session.idHash, now));
  const { userId, accountId, sessionId, expiresAt } = session;
  return { userId, accountId, scopes: SCOPES, sessionId, expiresAt };
}

/** Throws `session_missing`. */
export async function requireSession(
  deps: FindDeps,
  id: string | null,
  stages: readonly SessionStage[],
): Promise<BrowserSession> {
  const session = await findSession(deps, id);
  if (session === null || !stages.includes(session.stage)) throw new IdentityError('session_missing');
  return session;
}

/** For a page. */
export interface SessionView {
  readonly next: SessionStage | 'sign_in';
  readonly user?: User;
  readonly account?: Account;
  /** After the second factor. */
  readonly accounts?: readonly Account[];
}

export async function describeSession(deps: FindDeps, id: string | null): Promise<SessionView> {
  const session = await findSession(deps, id);
  if (session === null) return { next: 'sign_in' };
  if (session.stage === 'second_factor') return { next: session.stage };
  const { read } = deps.database;
  const users = await listActiveUsers(read, session.personId);
  const accounts = await listAccountsOf(read, users);
  const user = users.find(({ userId }) => userId === session.userId);
  const account = accounts.find(({ accountId }) => accountId === session.accountId);
  return { next: session.stage, accounts, ...(user && { user }), ...(account && { account }) };
}

async function listAccountsOf(
  { accounts }: IdentityReads,
  users: readonly User[],
): Promise<readonly Account[]> {
  const found = await Promise.all(users.map(({ accountId }) => accounts.findAccount(accountId)));
  return found.filter((account) => account !== null);
}
