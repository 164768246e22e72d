import type { Caller } from './account.ts';
import { countCodeAttempt } from './attempt-limits.ts';
import type { Browser } from './browser-session.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError } from './errors.ts';
import { isPassword } from './password-hash.ts';
import type { Person } from './person.ts';
import type { IdentityReads } from './ports.ts';
import { listActiveUsers, recordRefusal } from './sign-in.ts';
import { findPersonId } from './sign-out.ts';

/** Finds the person who calls. Throws `token_invalid`. */
export async function findCallersPerson(stores: IdentityReads, caller: Caller): Promise<Person> {
  const person = await stores.people.find(await findPersonId(stores, caller));
  if (person === null) throw new IdentityError('token_invalid');
  return person;
}

/**
 * Asks for the password once more before a change of credentials, because browsers are left open. Throws
 * `password_wrong`, `too_many_attempts`.
 */
export async function confirmPassword(
  deps: IdentityDeps,
  caller: Caller,
  password: string,
  browser: Browser,
): Promise<Person> {
  const person = await findCallersPerson(deps.database.read, caller);
  const users = await listActiveUsers(deps.database.read, person.personId);
  await countCodeAttempt(deps, browser, person, users);
  if (await isPassword(password, person.passwordHash, deps.passwordCosts)) return person;
  await recordRefusal(deps, users, browser, 'password');
  throw new IdentityError('password_wrong');
}
