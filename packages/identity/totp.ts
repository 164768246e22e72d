import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import type { Caller } from './account.ts';
import { countCodeAttempt } from './attempt-limits.ts';
import type { Browser } from './browser-session.ts';
import { confirmPassword, findCallersPerson } from './confirm-password.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError } from './errors.ts';
import { changeCredentials } from './people.ts';
import type { PersonStore } from './ports.ts';
import { listActiveUsers } from './sign-in.ts';

/** Every authenticator app supports SHA-1, six digits and 30 seconds (RFC 6238). */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** The step before and after count too, for clocks that differ and slow hands (RFC 6238 5.2). */
const TOLERATED_STEPS = 1;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_PER_CHARACTER = 5;
const BITS_PER_BYTE = 8;

/** Encodes by RFC 4648 6, without padding. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = (value << BITS_PER_BYTE) | byte;
    bits += BITS_PER_BYTE;
    while (bits >= BITS_PER_CHARACTER) {
      bits -= BITS_PER_CHARACTER;
      text += ALPHABET[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(value << (BITS_PER_CHARACTER - bits)) & 31];
}

export function decodeBase32(text: string): Uint8Array {
  const bytes: number[] = [];
  let value = 0;
  let bits = 0;
  for (const character of text) {
    value = (value << BITS_PER_CHARACTER) | ALPHABET.indexOf(character);
    bits += BITS_PER_CHARACTER;
    if (bits < BITS_PER_BYTE) continue;
    bits -= BITS_PER_BYTE;
    bytes.push((value >>> bits) & 255);
    value &= (1 << bits) - 1;
  }
  return Uint8Array.from(bytes);
}

/** Computes an HOTP (RFC 4226 5.3). */
export function codeOfStep(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function stepAt(date: Date): number {
  return Math.floor(date.getTime() / 1000 / STEP_SECONDS);
}

/**
 * Finds the step of the code. It has to be later than `lastStep`, so that no code works twice. Returns null
 * for a wrong code.
 */
export function findStep(secret: string, code: string, now: Date, lastStep: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const key = decodeBase32(secret);
  const current = stepAt(now);
  for (let step = current - TOLERATED_STEPS; step <= current + TOLERATED_STEPS; step += 1) {
    const isRight = timingSafeEqual(Buffer.from(codeOfStep(key, step)), Buffer.from(code));
    if (isRight && step > lastStep) return step;
  }
  return null;
}

const COUNT = 10;
/** A plain hash is enough for 80 random bits. */
const BYTES = 10;
const GROUP = /.{4}(?=.)/g;

/** Replaces all codes. Only hashes are stored. */
async function replaceRecoveryCodes(people: PersonStore, personId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: COUNT }, () => encodeBase32(randomBytes(BYTES)).toLowerCase());
  await people.replaceRecoveryCodes(personId, codes.map(hashSecret));
  return codes.map((code) => code.replace(GROUP, '$&-'));
}

/** Takes a code. Returns false for an unknown or used one. */
export function takeRecoveryCode(people: PersonStore, personId: string, code: string): Promise<boolean> {
  return people.takeRecoveryCode(personId, hashSecret(code.toLowerCase().replace(/[^a-z2-7]/g, '')));
}

/** RFC 4226 4 recommends 160 bits. */
const SECRET_BYTES = 20;
const ISSUER = 'Countersign';

export interface TotpState {
  readonly isEnabled: boolean;
  readonly enabledAt: Date | null;
  readonly recoveryCodesLeft: number;
}

async function getTotp({ database }: IdentityDeps, caller: Caller): Promise<TotpState> {
  const { personId, totp } = await findCallersPerson(database.read, caller);
  const enabledAt = totp?.confirmedAt ?? null;
  const recoveryCodesLeft = await database.read.people.countRecoveryCodes(personId);
  return { isEnabled: enabledAt !== null, enabledAt, recoveryCodesLeft };
}

/** Begins to add an app, which `confirmTotp` turns on. Throws `password_wrong`, `totp_enabled`. */
async function beginTotp(
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

/**
 * Turns the app on, and resolves with the recovery codes. Throws `code_wrong`, `totp_not_begun`,
 * `too_many_attempts`.
 */
async function confirmTotp(
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

/** Removes the app with its recovery codes. Throws `password_wrong`. */
async function disableTotp(
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

/** Replaces the recovery codes. Throws `password_wrong`, `totp_not_begun`. */
async function renewRecoveryCodes(
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

export const totpOperations = {
  get: getTotp,
  begin: beginTotp,
  confirm: confirmTotp,
  disable: disableTotp,
  renewRecoveryCodes,
};
