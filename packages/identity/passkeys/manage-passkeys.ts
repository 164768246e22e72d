import type { Caller } from '../accounts/caller.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { IdentityError, refuseProblems } from '../errors.ts';
import { changeCredentials } from '../people/change-credentials.ts';
import type { Passkey } from '../people/person.ts';
import type { PasskeyOptions, PasskeyResponse } from '../ports/passkey-authority.ts';
import type { Browser } from '../sessions/browser-session.ts';
import { confirmPassword, findCallersPerson } from '../sessions/confirm-password.ts';
import { checkLine, NAME_LENGTH } from '../text/text-rules.ts';
import { findCaller } from '../users/require-manager.ts';
import { issueChallenge, takeChallenge } from './challenges.ts';

/** Of one person. Not in the specification. */
const MAX_PASSKEYS = 20;

/** The oldest first. */
export async function listPasskeys({ database }: IdentityDeps, caller: Caller): Promise<readonly Passkey[]> {
  const { personId } = await findCallersPerson(database.read, caller);
  return database.read.people.listPasskeys(personId);
}

/** Throws `password_wrong`, `too_many_attempts`, `too_many_passkeys`. */
export async function beginPasskey(
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

/** Throws `passkey_refused`, `too_many_passkeys`. */
export async function addPasskey(
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
export async function renamePasskey(
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
export async function removePasskey(
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
