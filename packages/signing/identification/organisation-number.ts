import { hasValidCheckDigit } from './luhn.ts';

/** `16` is where personal numbers have the century. The third digit is at least 2, so it is not a month. */
const ORGANISATION_NUMBER = /^(?:16)?(?<first>\d\d[2-9]\d{3})-?(?<last>\d{4})$/;

/** Ten digits; null unless form and check digit are valid. */
export function parseOrganisationNumber(text: string): string | null {
  const { first, last } = ORGANISATION_NUMBER.exec(text.replace(/\s/g, ''))?.groups ?? {};
  if (first === undefined || last === undefined) return null;
  const digits = first + last;
  return hasValidCheckDigit(digits) ? digits : null;
}

/** `555555-5555` */
export function formatOrganisationNumber(digits: string): string {
  return `${digits.slice(0, 6)}-${digits.slice(6)}`;
}
