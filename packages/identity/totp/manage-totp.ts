import { randomBytes } from 'node:crypto';
import type { Caller } from '../accounts/caller.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { IdentityError } from '../errors.ts';
import { changeCredentials } from '../people/change-credentials.ts';
import { countCodeAttempt } from '../sessions/attempt-limits.ts';
import type { Browser } from '../sessions/browser-session.ts';
import { confirmPassword, findCallersPerson } from '../sessions/confirm-password.ts';
import { listActiveUsers } from '../sessions/sign-in.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { encodeBase32, findStep } from './totp-code.ts';

/** RFC 4226 4: 160 bits. */
const SECRET_BYTES = 20;
const ISSUER = 'Countersign';

export interface TotpState {
  readonly isEnabled: boolean;
  readonly enabledAt: Date | null;
  readonly recoveryCodesLeft: number;
}

export async function getTotp({ database }: IdentityDeps, caller: Caller): Promise<TotpState> {
  const { personId, totp } = await findCallersPerson(database.read, caller);
  const enabledAt = totp?.confirmedAt ?? null;
  const recoveryCodesLeft = await database.read.people.countRecoveryCodes(personId);
  return { isEnabled: enabledAt !== null, enabledAt, recoveryCodesLeft };
}

/** `confirmTotp` turns it on. Throws `password_wrong`, `totp_enabled`. */
export async function beginTotp(
  deps: IdentityDeps,
  caller: Caller,
  currentPassword: string,
  browser: Browser,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const { personId, emailAddress } = await confirmPassword(deps, caller, currentPassword, browser);
  const secret = encodeBase32(randomBytes(SECRET_BYTES));
  await deps.database.transact(async ({ people }) => {
    const person = await people.lock(personId);
    if (person === null) throw new IdentityError('token_invalid');
    if (person.totp !== null && person.totp.confirmedAt !== null) throw new IdentityError('totp_enabled');
    await people.update({ ...person, totp: { secret, confirmedAt: null, lastStep: 0 } });
  });
  const label = encodeURIComponent(`${ISSUER}:${emailAddress}`);
  return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=${ISSUER}` };
}

/** Resolves with the recovery codes. Throws `code_wrong`, `totp_not_begun`, `too_many_attempts`. */
export async function confirmTotp(
  deps: IdentityDeps,
  caller: Caller,
  code: string,
  browser: Browser,
): Promise<readonly string[]> {
  const { personId } = await findCallersPerson(deps.database.read, caller);
  const known = await listActiveUsers(deps.database.read, personId);
  await countCodeAttempt(deps, browser, { personId }, known);
  const change = { type: 'totp.enabled', address: browser.address, notice: 'totp_enabled' } as const;
  return changeCredentials(deps, personId, change, async ({ people }, person) => {
    const { totp } = person;
    if (totp === null || totp.confirmedAt !== null) throw new IdentityError('totp_not_begun');
    const now = deps.clock.now();
    const step = findStep(totp.secret, code, now, totp.lastStep);
    if (step === null) throw new IdentityError('code_wrong');
    await people.update({ ...person, totp: { ...totp, confirmedAt: now, lastStep: step } });
    return replaceRecoveryCodes(people, personId);
  });
}

/** With its recovery codes. Throws `password_wrong`. */
export async function disableTotp(
  deps: IdentityDeps,
  caller: Caller,
  currentPassword: string,
  browser: Browser,
): Promise<void> {
  const { personId } = await confirmPassword(deps, caller, currentPassword, browser);
  const change = { type: 'totp.disabled', address: browser.address, notice: 'totp_disabled' } as const;
  await changeCredentials(deps, personId, change, async ({ people }, person) => {
    await people.update({ ...person, totp: null });
    await people.replaceRecoveryCodes(personId, []);
  });
}

/** The earlier ones end. Throws `password_wrong`, `totp_not_begun`. */
export async function renewRecoveryCodes(
  deps: IdentityDeps,
  caller: Caller,
  currentPassword: string,
  browser: Browser,
): Promise<readonly string[]> {
  const { personId } = await confirmPassword(deps, caller, currentPassword, browser);
  const change = {
    type: 'recovery_codes.created',
    address: browser.address,
    notice: 'recovery_codes_created',
  } as const;
  return changeCredentials(deps, personId, change, async ({ people }, { totp }) => {
    if (totp === null || totp.confirmedAt === null) throw new IdentityError('totp_not_begun');
    return replaceRecoveryCodes(people, personId);
  });
}
