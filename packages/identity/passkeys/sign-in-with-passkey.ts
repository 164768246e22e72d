import type { IdentityDeps } from '../create-identity.ts';
import { IdentityError } from '../errors.ts';
import type { PasskeyOptions, PasskeyResponse } from '../ports/passkey-authority.ts';
import { adoptLanguage } from '../sessions/adopt-language.ts';
import { countFromNetwork } from '../sessions/attempt-limits.ts';
import type { Browser } from '../sessions/browser-session.ts';
import { listActiveUsers, recordRefusal } from '../sessions/sign-in.ts';
import { type SessionStep, startSession } from '../sessions/start-session.ts';
import { issueChallenge, takeChallenge } from './challenges.ts';

/** With any passkey. Throws `too_many_attempts`. */
export async function beginPasskeySignIn(deps: IdentityDeps, browser: Browser): Promise<PasskeyOptions> {
  await countFromNetwork(deps, browser, 'passkey');
  return deps.passkeys.signInOptions(await issueChallenge(deps, null));
}

/**
 * The device asked for a finger, face or PIN, so no second factor is needed. Throws `sign_in_failed`,
 * `too_many_attempts`.
 */
export async function signInWithPasskey(
  deps: IdentityDeps,
  response: PasskeyResponse,
  browser: Browser,
): Promise<SessionStep> {
  await countFromNetwork(deps, browser, 'passkey');
  const { read } = deps.database;
  const challenge = await takeChallenge(deps, response, null);
  const passkey = await read.people.findPasskeyByCredential(String(response.id));
  if (challenge === null || passkey === null) throw new IdentityError('sign_in_failed');
  const signCount = await deps.passkeys.verifySignIn(response, challenge, passkey);
  const known = await listActiveUsers(read, passkey.personId);
  if (signCount === null || known.length === 0) {
    await recordRefusal(deps, known, browser, 'passkey');
    throw new IdentityError('sign_in_failed');
  }
  const step = await deps.database.transact(async (stores) => {
    const person = await stores.people.lock(passkey.personId);
    const present = await stores.people.findPasskeyByCredential(passkey.credentialId);
    const users = await listActiveUsers(stores, passkey.personId);
    // Removed, or a copy used, meanwhile.
    if (person === null || present === null || present.signCount !== passkey.signCount || users.length === 0)
      throw new IdentityError('sign_in_failed');
    await stores.people.updatePasskey({ ...present, signCount, lastUsedAt: deps.clock.now() });
    return startSession(deps, stores, person, users, { browser, isSecondFactorDone: true });
  });
  return adoptLanguage(deps, browser, step);
}
