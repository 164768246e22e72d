import { hashSecret } from '@countersign/base';
import type { User } from './account.ts';
import {
  type Browser,
  type BrowserSession,
  MAX_SESSIONS,
  PENDING_LIFETIME_MS,
  SESSION_LIFETIME_MS,
  type SessionStage,
} from './browser-session.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError } from './errors.ts';
import { recordEvent } from './events.ts';
import type { Person } from './person.ts';
import type { IdentityReads, IdentityStores } from './ports.ts';
import { type Entrance, mayEnter } from './single-sign-on/connection.ts';

const MAX_USER_AGENT_LENGTH = 300;

/** A step of a sign-in. `id` is the new cookie. */
export interface SessionStep {
  readonly id: string;
  readonly next: SessionStage;
}

type StartDeps = Pick<IdentityDeps, 'ids' | 'clock' | 'signOn'>;

interface Start {
  readonly browser: Browser;
  readonly entrance: Entrance;
  readonly isSecondFactorDone?: boolean;
}

/** Starts a session with a new id. The session that the browser sent ends. Throws `single_sign_on_required`. */
export async function startSession(
  deps: StartDeps,
  stores: IdentityStores,
  person: Person,
  users: readonly User[],
  { browser, entrance, isSecondFactorDone = false }: Start,
): Promise<SessionStep> {
  const now = deps.clock.now();
  await endSessionOf(stores, browser);
  const others = await stores.browserSessions.listForPerson(person.personId);
  for (const { sessionId } of others.slice(MAX_SESSIONS - 1)) await stores.browserSessions.remove(sessionId);
  const id = deps.ids.secret();
  const begun: BrowserSession = {
    sessionId: deps.ids.uuid(),
    idHash: hashSecret(id),
    personId: person.personId,
    stage: 'second_factor',
    userId: null,
    accountId: null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + PENDING_LIFETIME_MS),
    address: browser.address,
    userAgent: browser.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
    ...entrance,
  };
  const needsCode = !isSecondFactorDone && person.totp !== null && person.totp.confirmedAt !== null;
  const session = needsCode ? begun : await chooseAccount(deps, stores, begun, users);
  await stores.browserSessions.insert(session);
  await recordStart(deps, stores, session);
  return { id, next: session.stage };
}

/**
 * Chooses the account of the only user, or leaves the choice to the person. Throws `single_sign_on_required`.
 */
export async function chooseAccount(
  deps: Pick<IdentityDeps, 'clock' | 'signOn'>,
  stores: Pick<IdentityReads, 'signOn'>,
  session: BrowserSession,
  users: readonly User[],
): Promise<BrowserSession> {
  const [user, ...others] = users;
  if (user === undefined || others.length > 0)
    return { ...session, stage: 'choose_account', userId: null, accountId: null };
  return enterAccount(deps, stores, session, user);
}

/** Throws `single_sign_on_required`. */
export async function enterAccount(
  { clock, signOn }: Pick<IdentityDeps, 'clock' | 'signOn'>,
  stores: Pick<IdentityReads, 'signOn'>,
  session: BrowserSession,
  user: User,
): Promise<BrowserSession> {
  if (!(await mayEnter(stores, signOn.service, user, session)))
    throw new IdentityError('single_sign_on_required');
  const { userId, accountId } = user;
  const now = clock.now();
  const isNew = session.stage !== 'signed_in';
  const expiresAt = isNew ? new Date(now.getTime() + SESSION_LIFETIME_MS) : session.expiresAt;
  return { ...session, stage: 'signed_in', userId, accountId, expiresAt, lastUsedAt: now };
}

/** Records a sign-in once no step is left. */
export async function recordStart(
  deps: StartDeps,
  stores: IdentityStores,
  { userId, accountId, address, sessionId, method }: BrowserSession,
): Promise<void> {
  if (userId === null || accountId === null) return;
  const by = { userId, accountId, address };
  await recordEvent(deps, stores, by, {
    type: 'session.started',
    subjectId: sessionId,
    details: { method },
  });
}

async function endSessionOf(stores: IdentityStores, { sessionId }: Browser): Promise<void> {
  if (sessionId === null) return;
  const known = await stores.browserSessions.findByHash(hashSecret(sessionId));
  if (known !== null) await stores.browserSessions.remove(known.sessionId);
}

/**
 * Stores the browser's language for users who have not chosen one. It runs after the step is stored, which
 * locks sessions, because managers lock the account before they end sessions.
 */
export async function adoptLanguage(
  { database }: Pick<IdentityDeps, 'database'>,
  { language }: Pick<Browser, 'language'>,
  step: SessionStep,
): Promise<SessionStep> {
  if (language === null || step.next !== 'signed_in') return step;
  const session = await database.read.browserSessions.findByHash(hashSecret(step.id));
  if (session === null || session.userId === null || session.accountId === null) return step;
  const { userId, accountId } = session;
  const known = await database.read.accounts.findUser(userId);
  if (known === null || known.isLanguageChosen) return step;
  await database.transact(async ({ accounts }) => {
    await accounts.lockAccount(accountId);
    const user = await accounts.findUser(userId);
    if (user !== null && !user.isLanguageChosen)
      await accounts.updateUser({ ...user, language, isLanguageChosen: true });
  });
  return step;
}
