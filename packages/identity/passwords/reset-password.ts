import type { IdentityDeps } from '../create-identity.ts';
import { IdentityError, refuseProblems } from '../errors.ts';
import { recordForPerson } from '../events/record-event.ts';
import { changeCredentials } from '../people/change-credentials.ts';
import { endProgramAccess } from '../people/end-program-access.ts';
import type { PasswordReset } from '../people/person.ts';
import type { IdentityReads } from '../ports/database.ts';
import { checkPassword } from '../secrets/check-password.ts';
import { hashSecret } from '../secrets/hash-secret.ts';
import { hashPassword } from '../secrets/password.ts';
import { countFromNetwork, isMailAllowed } from '../sessions/attempt-limits.ts';
import type { Browser } from '../sessions/browser-session.ts';
import { listActiveUsers, writeAsMuch } from '../sessions/sign-in.ts';

/** To one address, within an hour. */
const MAX_MAILS = 3;

/** The same, and as slow, for every address. Throws `too_many_attempts` for the network only. */
export async function requestPasswordReset(
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

/** Throws `password_reset_not_found`, `too_many_attempts`. */
export async function checkReset(deps: IdentityDeps, token: string, browser: Browser): Promise<void> {
  await countFromNetwork(deps, browser, 'reset-token');
  await requireReset(deps.database.read, hashSecret(token), deps.clock.now());
}

/**
 * Ends every session, all links and the access of programs. A second factor is still asked for. Throws
 * `password_reset_not_found`, `too_many_attempts`.
 */
export async function resetPassword(
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
