import { hashSecret } from '@countersign/base';
import { checkLine, NAME_LENGTH } from '@countersign/base/text';
import { MINUTE_MS } from '@countersign/base/time';
import type { Caller } from './account.ts';
import { countFromNetwork } from './attempt-limits.ts';
import type { Browser } from './browser-session.ts';
import { findCaller } from './callers.ts';
import { confirmPassword, findCallersPerson } from './confirm-password.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError, refuseProblems } from './errors.ts';
import { changeCredentials } from './people.ts';
import type { Passkey } from './person.ts';
import type { PasskeyOptions, PasskeyResponse } from './ports.ts';
import { listActiveUsers, recordRefusal } from './sign-in.ts';
import { adoptLanguage, type SessionStep, startSession } from './start-session.ts';

/** Browsers give up after the same time. */
export const CHALLENGE_MS: number = 5 * MINUTE_MS;

/** Stores a challenge. `personId` is null for a sign-in. */
async function issueChallenge(
  { database, ids, clock }: Pick<IdentityDeps, 'database' | 'ids' | 'clock'>,
  personId: string | null,
): Promise<string> {
  const challenge = ids.secret();
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS);
  await database.transact(({ people }) =>
    people.insertPasskeyChallenge({ challengeHash: hashSecret(challenge), personId, expiresAt }),
  );
  return challenge;
}

/** Removes a challenge so that it is used once. Returns null if it was not issued for this purpose. */
async function takeChallenge(
  { database, clock, passkeys }: Pick<IdentityDeps, 'database' | 'clock' | 'passkeys'>,
  response: PasskeyResponse,
  personId: string | null,
): Promise<string | null> {
  const challenge = passkeys.readChallenge(response);
  if (challenge === null) return null;
  const known = await database.transact(({ people }) => people.takePasskeyChallenge(hashSecret(challenge)));
  const isValid = known !== null && known.personId === personId && known.expiresAt > clock.now();
  return isValid ? challenge : null;
}

/** The limit holds for one person. It is not in the specification. */
const MAX_PASSKEYS = 20;

/** Lists the caller's passkeys, oldest first. */
async function listPasskeys({ database }: IdentityDeps, caller: Caller): Promise<readonly Passkey[]> {
  const { personId } = await findCallersPerson(database.read, caller);
  return database.read.people.listPasskeys(personId);
}

/** Begins to add a passkey. Throws `password_wrong`, `too_many_attempts`, `too_many_passkeys`. */
async function beginPasskey(
  deps: IdentityDeps,
  caller: Caller,
  currentPassword: string,
  browser: Browser,
): Promise<PasskeyOptions> {
  const person = await confirmPassword(deps, caller, currentPassword, browser);
  const { read } = deps.database;
  const { fullName } = await findCaller(read, caller);
  const known = await read.people.listPasskeys(person.personId);
  requireRoom(known);
  const challenge = await issueChallenge(deps, person.personId);
  return deps.passkeys.createOptions(person, { fullName, challenge, known });
}

/** Adds the passkey that the device made. Throws `passkey_refused`, `too_many_passkeys`. */
async function addPasskey(
  deps: IdentityDeps,
  caller: Caller,
  { name, response }: { readonly name: string; readonly response: PasskeyResponse },
  browser: Browser,
): Promise<Passkey> {
  refuseProblems(checkLine('name', name, NAME_LENGTH));
  const { personId } = await findCallersPerson(deps.database.read, caller);
  const challenge = await takeChallenge(deps, response, personId);
  const credential = challenge === null ? null : await deps.passkeys.verifyNew(response, challenge);
  if (credential === null) throw new IdentityError('passkey_refused');
  const passkey: Passkey = {
    ...credential,
    passkeyId: deps.ids.uuid(),
    personId,
    name,
    createdAt: deps.clock.now(),
    lastUsedAt: null,
  };
  const change = {
    type: 'passkey.added',
    address: browser.address,
    notice: 'passkey_added',
    details: { name },
  } as const;
  return changeCredentials(deps, personId, change, async ({ people }) => {
    requireRoom(await people.listPasskeys(personId));
    if ((await people.findPasskeyByCredential(passkey.credentialId)) !== null)
      throw new IdentityError('passkey_refused');
    await people.insertPasskey(passkey);
    return passkey;
  });
}

/** Throws `passkey_not_found`. */
async function renamePasskey(
  deps: IdentityDeps,
  caller: Caller,
  { passkeyId, name }: { readonly passkeyId: string; readonly name: string },
  browser: Browser,
): Promise<Passkey> {
  refuseProblems(checkLine('name', name, NAME_LENGTH));
  const { personId } = await findCallersPerson(deps.database.read, caller);
  const change = { type: 'passkey.renamed', address: browser.address, details: { name } } as const;
  return changeCredentials(deps, personId, change, async ({ people }) => {
    const passkey = findOwn(await people.listPasskeys(personId), passkeyId);
    const renamed = { ...passkey, name };
    await people.updatePasskey(renamed);
    return renamed;
  });
}

/** Throws `passkey_not_found`. */
async function removePasskey(
  deps: IdentityDeps,
  caller: Caller,
  passkeyId: string,
  browser: Browser,
): Promise<void> {
  const { personId } = await findCallersPerson(deps.database.read, caller);
  const { address } = browser;
  const change = { type: 'passkey.removed', address, notice: 'passkey_removed' } as const;
  await changeCredentials(deps, personId, change, async ({ people }) => {
    findOwn(await people.listPasskeys(personId), passkeyId);
    await people.removePasskey(passkeyId);
  });
}

function findOwn(passkeys: readonly Passkey[], passkeyId: string): Passkey {
  const passkey = passkeys.find((one) => one.passkeyId === passkeyId);
  if (passkey === undefined) throw new IdentityError('passkey_not_found');
  return passkey;
}

function requireRoom(known: readonly Passkey[]): void {
  if (known.length >= MAX_PASSKEYS) throw new IdentityError('too_many_passkeys', { max: MAX_PASSKEYS });
}

/** Begins a sign-in with any passkey. Throws `too_many_attempts`. */
async function beginPasskeySignIn(deps: IdentityDeps, browser: Browser): Promise<PasskeyOptions> {
  await countFromNetwork(deps, browser, 'passkey');
  return deps.passkeys.signInOptions(await issueChallenge(deps, null));
}

/**
 * Signs in. No second factor is needed, because the device asked for a finger, face or PIN. Throws
 * `sign_in_failed`, `too_many_attempts`, `single_sign_on_required`.
 */
async function signInWithPasskey(
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
    // The passkey was removed, or a copy of it was used, since it was read.
    if (person === null || present === null || present.signCount !== passkey.signCount || users.length === 0)
      throw new IdentityError('sign_in_failed');
    await stores.people.updatePasskey({ ...present, signCount, lastUsedAt: deps.clock.now() });
    const entrance = { method: 'passkey', connectionId: null } as const;
    return startSession(deps, stores, person, users, { browser, entrance, isSecondFactorDone: true });
  });
  return adoptLanguage(deps, browser, step);
}

export const passkeyOperations = {
  list: listPasskeys,
  begin: beginPasskey,
  add: addPasskey,
  rename: renamePasskey,
  remove: removePasskey,
  beginSignIn: beginPasskeySignIn,
  signIn: signInWithPasskey,
};
