import type { Caller } from '../accounts/caller.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { IdentityError, refuseProblems } from '../errors.ts';
import { changeCredentials } from '../people/change-credentials.ts';
import { endProgramAccess } from '../people/end-program-access.ts';
import { checkPassword } from '../secrets/check-password.ts';
import { hashSecret } from '../secrets/hash-secret.ts';
import { hashPassword } from '../secrets/password.ts';
import type { Browser } from '../sessions/browser-session.ts';
import { confirmPassword } from '../sessions/confirm-password.ts';

export interface PasswordChange {
  readonly currentPassword: string;
  readonly password: string;
  /** They lose their access. */
  readonly endPrograms?: boolean | undefined;
}

/**
 * Ends every other session, links of resets, and if asked for the access of programs. Resolves with the new
 * id of the session. Throws `password_wrong`, `too_many_attempts`.
 */
export async function changePassword(
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
