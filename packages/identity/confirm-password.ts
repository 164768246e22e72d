import { hashSecret } from '@countersign/base';
import { MINUTE_MS } from '@countersign/base/time';
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

/**
 * Finds the person who calls. Throws `token_invalid`, and `single_sign_on_session`: the provider of one account must not
 * reach credentials that open others.
 */
export async function findCallersPerson(stores: IdentityReads, caller: Caller): Promise<Person> {
  if (caller.connectionId !== undefined) throw new IdentityError('single_sign_on_session');
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

/** A sign-in by single sign-on counts as a confirmation for so long. */
const FRESH_MINUTES = 15;

/**
 * Confirms a change in the caller's account, such as a key: by the password, or in a session of single sign-on, whose
 * person may have none, by a fresh sign-in. Throws `password_wrong`, `too_many_attempts`, `sign_in_again`. Programs
 * confirm nothing.
 */
export async function confirmInAccount(
  deps: IdentityDeps,
  caller: Caller,
  password: string,
  browser: Browser,
): Promise<void> {
  if (caller.sessionId === undefined) return;
  const { method, createdAt } = await findOwnSession(deps, browser, caller.sessionId);
  if (method === 'password' || method === 'passkey')
    return void (await confirmPassword(deps, caller, password, browser));
  if (deps.clock.now().getTime() - createdAt.getTime() > FRESH_MINUTES * MINUTE_MS)
    throw new IdentityError('sign_in_again', { minutes: FRESH_MINUTES });
}

async function findOwnSession({ database }: IdentityDeps, { sessionId }: Browser, ofCaller: string) {
  const session = await database.read.browserSessions.findByHash(hashSecret(sessionId ?? ''));
  if (session?.sessionId !== ofCaller) throw new IdentityError('session_missing');
  return session;
}
