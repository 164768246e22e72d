import { hasValidCheckDigit } from './luhn.ts';

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
