import type { MessageChannel } from './notifications/channels.ts';

const HIDDEN_PART = '***';
const SHOWN_DIGITS = 2;

/** Returns `l***@example.com`. */
export function maskEmailAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return `${first}${HIDDEN_PART}${at < 0 ? '' : address.slice(at)}`;
}

/** Returns `+46***67`. */
export function maskPhoneNumber(number: string): string {
  const digits = number.replace(/[^\d+]/g, '');
  return `${digits.slice(0, 3)}${HIDDEN_PART}${digits.slice(-SHOWN_DIGITS)}`;
}

/** Masks the contact to which codes are sent. */
export function maskContact(channel: MessageChannel, contact: string): string {
  return channel === 'email' ? maskEmailAddress(contact) : maskPhoneNumber(contact);
}

declare const masked: unique symbol;

/** Only `maskPersonalNumber` returns this type. */
export type MaskedPersonalNumber = string & { readonly [masked]: true };

const HIDDEN_DIGIT = '*';
/** They distinguish people of one name. */
const MAX_VISIBLE_CHARACTERS = 4;
/** At most this share of a short number is shown. */
const SHOWN_SHARE = 1 / 2;
const CHARACTER = /[\p{L}\p{N}]/gu;

/** `********-9805` (docs/decisions/0013). The one place where personal numbers are masked. */
export function maskPersonalNumber(number: string): MaskedPersonalNumber {
  const count = number.match(CHARACTER)?.length ?? 0;
  const hidden = count - Math.min(MAX_VISIBLE_CHARACTERS, Math.floor(count * SHOWN_SHARE));
  let seen = 0;
  const mask = (character: string) => (seen++ < hidden ? HIDDEN_DIGIT : character);
  return number.trim().replace(CHARACTER, mask) as MaskedPersonalNumber;
}

/** ISO/IEC 7812-1, annex B. */
function hasValidCheckDigit(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? digit : digit * 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}

/** `16` is where personal numbers have the century. The third digit is at least 2, so it is not a month. */
const ORGANISATION_NUMBER = /^(?:16)?(?<first>\d\d[2-9]\d{3})-?(?<last>\d{4})$/;

/** Ten digits; null unless form and check digit are valid. */
export function parseOrganisationNumber(text: string): string | null {
  const { first, last } = ORGANISATION_NUMBER.exec(text.replace(/\s/g, ''))?.groups ?? {};
  if (first === undefined || last === undefined) return null;
  const digits = first + last;
  return hasValidCheckDigit(digits) ? digits : null;
}

/** Returns `555555-5555`. */
export function formatOrganisationNumber(digits: string): string {
  return `${digits.slice(0, 6)}-${digits.slice(6)}`;
}

const PERSONAL_NUMBER = /^(?<year>(?:18|19|20)\d\d)(?<month>\d\d)(?<day>\d\d)[-+]?(?<rest>\d{4})$/;
/** Added to the day of birth. */
const COORDINATION_DAYS = 60;

/** Twelve digits; null unless date and check digit are valid. */
export function parsePersonalNumber(text: string): string | null {
  const { year, month, day, rest } = PERSONAL_NUMBER.exec(text.trim())?.groups ?? {};
  if (year === undefined || month === undefined || day === undefined || rest === undefined) return null;
  const dayOfBirth = Number(day) > COORDINATION_DAYS ? Number(day) - COORDINATION_DAYS : Number(day);
  if (!isDate(Number(year), Number(month), dayOfBirth)) return null;
  const digits = `${year}${month}${day}${rest}`;
  return hasValidCheckDigit(digits.slice(2)) ? digits : null;
}

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
