import { hashSecret } from '@countersign/base';
import type { User } from './account.ts';
import { countPasswordAttempt } from './attempt-limits.ts';
import type { Browser } from './browser-session.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError } from './errors.ts';
import { recordForPerson } from './events.ts';
import { hashPassword, isPassword, needsRehash } from './password-hash.ts';
import type { IdentityReads, IdentityStores } from './ports.ts';
import { adoptLanguage, type SessionStep, startSession } from './start-session.ts';

export const BY_PASSWORD = { method: 'password', connectionId: null } as const;

export interface SignInCommand {
  readonly emailAddress: string;
  readonly password: string;
}

/**
 * Signs in with a password. Unknown addresses take the same time. Throws `sign_in_failed`, whatever was
 * wrong, `too_many_attempts`, or `single_sign_on_required` once the password is right.
 */
async function signIn(
  deps: IdentityDeps,
  { emailAddress, password }: SignInCommand,
  browser: Browser,
): Promise<SessionStep> {
  const { passwordCosts } = deps;
  const person = await deps.database.read.people.findByEmail(emailAddress);
  const users = await listActiveUsers(deps.database.read, person?.personId);
  await countPasswordAttempt(deps, browser, emailAddress, person, users);
  const isRight = await isPassword(password, person?.passwordHash ?? null, passwordCosts);
  if (person === null || users.length === 0 || !isRight) {
    await recordRefusal(deps, users, browser, 'password');
    throw new IdentityError('sign_in_failed');
  }
  const isOutdated = needsRehash(person.passwordHash, passwordCosts);
  const newHash = isOutdated ? await hashPassword(password, passwordCosts) : null;
  const step = await deps.database.transact(async (stores) => {
    const known = await stores.people.lock(person.personId);
    // The password was changed since it was checked, which ends sessions of the earlier one.
    if (known === null || known.passwordHash !== person.passwordHash)
      throw new IdentityError('sign_in_failed');
    if (newHash !== null) await stores.people.update({ ...known, passwordHash: newHash });
    const active = await listActiveUsers(stores, known.personId);
    return startSession(deps, stores, known, active, { browser, entrance: BY_PASSWORD });
  });
  return adoptLanguage(deps, browser, step);
}

export async function listActiveUsers(
  { accounts }: Pick<IdentityReads, 'accounts'>,
  personId: string | undefined,
): Promise<readonly User[]> {
  if (personId === undefined) return [];
  const users = await accounts.listUsersOfPerson(personId);
  return users.filter(({ status }) => status === 'active');
}

export function recordRefusal(
  deps: Pick<IdentityDeps, 'database' | 'ids' | 'clock'>,
  users: readonly User[],
  { address }: Browser,
  method: 'password' | 'code' | 'passkey' | 'single_sign_on',
): Promise<void> {
  const facts = { address, isDoneByThem: false };
  return deps.database.transact(async (stores) => {
    await recordForPerson(deps, stores, users, facts, { type: 'session.refused', details: { method } });
    if (users.length === 0) await writeAsMuch(deps, stores);
  });
}

/** Writes a row for an unknown address, which has no log, because its answer would be faster without. */
export function writeAsMuch({ ids, clock }: Pick<IdentityDeps, 'ids' | 'clock'>, { people }: IdentityStores) {
  const challengeHash = hashSecret(ids.secret());
  return people.insertPasskeyChallenge({ challengeHash, personId: null, expiresAt: clock.now() });
}

export const signInOperations = { signIn };
