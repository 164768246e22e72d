import { hashSecret } from '@countersign/base';
import { MINUTE_MS } from '@countersign/base/time';
import type { Caller } from './account.ts';
import { countFromNetwork, isMailAllowed } from './attempt-limits.ts';
import type { Browser } from './browser-session.ts';
import { confirmPassword } from './confirm-password.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError, refuseProblems } from './errors.ts';
import { recordForPerson } from './events.ts';
import { checkPassword, hashPassword } from './password-hash.ts';
import { changeCredentials, endProgramAccess } from './people.ts';
import type { PasswordReset } from './person.ts';
import type { IdentityJobOf, IdentityReads } from './ports.ts';
import { listActiveUsers, writeAsMuch } from './sign-in.ts';

export interface PasswordChange {
  readonly currentPassword: string;
  readonly password: string;
  /** If true, programs lose their access. */
  readonly endPrograms?: boolean | undefined;
}

/**
 * Changes the password, and ends every other session, links of resets, and the access of programs if asked
 * for. Resolves with the new id of the session. Throws `password_wrong`, `too_many_attempts`.
 */
async function changePassword(
  deps: IdentityDeps,
  caller: Caller,
  { currentPassword, password, endPrograms = false }: PasswordChange,
  browser: Browser,
): Promise<{ readonly id: string }> {
  const {
    passwordHash: known,
    personId,
    emailAddress,
  } = await confirmPassword(deps, caller, currentPassword, browser);
  refuseProblems(checkPassword('password', password, emailAddress));
  const passwordHash = await hashPassword(password, deps.passwordCosts);
  const id = deps.ids.secret();
  const change = { type: 'password.changed', address: browser.address, notice: 'password_changed' } as const;
  await changeCredentials(deps, personId, change, async (stores, person, users) => {
    const { people, browserSessions } = stores;
    if (person.passwordHash !== known) throw new IdentityError('password_wrong');
    await people.update({ ...person, passwordHash });
    await people.removePasswordResets(personId);
    await browserSessions.removeOfPerson(personId, caller.sessionId);
    const idHash = hashSecret(browser.sessionId ?? '');
    const session = await browserSessions.findByHash(idHash);
    if (session === null) throw new IdentityError('session_missing');
    await browserSessions.replace(idHash, { ...session, idHash: hashSecret(id) });
    const { address } = browser;
    if (endPrograms) await endProgramAccess(deps, stores, users, { endedBy: 'users', address });
  });
  return { id };
}

/** The limit holds for mails to one address within an hour. */
const MAX_MAILS = 3;

/** Returns the same, in the same time, for every address. Throws `too_many_attempts` for the network only. */
async function requestPasswordReset(
  deps: IdentityDeps,
  emailAddress: string,
  browser: Browser,
): Promise<void> {
  await countFromNetwork(deps, browser, 'reset');
  const person = await deps.database.read.people.findByEmail(emailAddress);
  const isAllowed = await isMailAllowed(deps, emailAddress, MAX_MAILS);
  // For an unknown person the job does nothing.
  const personId = isAllowed && person !== null ? person.personId : deps.ids.uuid();
  await deps.database.transact(async (stores) => {
    const users = await listActiveUsers(stores, personId);
    const facts = { address: browser.address, isDoneByThem: false };
    await recordForPerson(deps, stores, users, facts, { type: 'password.reset_requested' });
    if (users.length === 0) await writeAsMuch(deps, stores);
    await stores.jobs.enqueue({ name: 'send-password-reset', personId });
  });
}

/** Checks whether the link can still be used. Throws `password_reset_not_found`, `too_many_attempts`. */
async function checkReset(deps: IdentityDeps, token: string, browser: Browser): Promise<void> {
  await countFromNetwork(deps, browser, 'reset-token');
  await requireReset(deps.database.read, hashSecret(token), deps.clock.now());
}

/**
 * Sets the password, and ends every session, all links and the access of programs. A second factor is still
 * asked for. Throws `password_reset_not_found`, `too_many_attempts`.
 */
async function resetPassword(
  deps: IdentityDeps,
  { token, password }: { readonly token: string; readonly password: string },
  browser: Browser,
): Promise<void> {
  await countFromNetwork(deps, browser, 'reset-token');
  const tokenHash = hashSecret(token);
  const now = () => deps.clock.now();
  const { personId } = await requireReset(deps.database.read, tokenHash, now());
  const known = await deps.database.read.people.find(personId);
  refuseProblems(checkPassword('password', password, known?.emailAddress ?? ''));
  const passwordHash = await hashPassword(password, deps.passwordCosts);
  const change = { type: 'password.reset', address: browser.address, notice: 'password_reset' } as const;
  await changeCredentials(deps, personId, change, async (stores, person, users) => {
    await requireReset(stores, tokenHash, now());
    await stores.people.update({ ...person, passwordHash });
    await stores.people.removePasswordResets(personId);
    await stores.browserSessions.removeOfPerson(personId);
    await endProgramAccess(deps, stores, users, { endedBy: 'users', address: browser.address });
  });
}

async function requireReset(
  { people }: Pick<IdentityReads, 'people'>,
  tokenHash: string,
  now: Date,
): Promise<PasswordReset> {
  const reset = await people.findPasswordReset(tokenHash);
  if (reset === null || reset.expiresAt <= now) throw new IdentityError('password_reset_not_found');
  return reset;
}

const VALID_MINUTES = 30;

/** Mails a link. Its token is created here to keep secrets out of the queue. */
export async function sendPasswordReset(
  { database, ids, clock, mailer }: IdentityDeps,
  { personId }: IdentityJobOf<'send-password-reset'>,
): Promise<void> {
  const [user] = await listActiveUsers(database.read, personId);
  if (user === undefined) return;
  const token = ids.secret();
  const expiresAt = new Date(clock.now().getTime() + VALID_MINUTES * MINUTE_MS);
  await database.transact(({ people }) =>
    people.insertPasswordReset({ tokenHash: hashSecret(token), personId, expiresAt }),
  );
  await mailer.send({
    kind: 'password_reset',
    messageId: `password_reset:${ids.uuid()}`,
    to: user.emailAddress,
    language: user.language,
    recipientName: user.fullName,
    token,
    minutes: VALID_MINUTES,
  });
}

export const passwordOperations = {
  change: changePassword,
  requestReset: requestPasswordReset,
  checkReset,
  reset: resetPassword,
};
