import { invalid, type Problem } from './problems.ts';
import { findHiddenCharacter, nameCodePoint } from './visible-text.ts';

/** Length in characters as people count them (code points), not UTF-16 units. */
export function checkLength(path: string, text: string, min: number, max: number): Problem[] {
  const length = [...text.trim()].length === 0 ? 0 : [...text].length;
  return length < min || length > max ? [invalid(path, 'length', { min, max })] : [];
}

/** A line of text that people are shown: nothing in it is hidden or turns what stands around it (visible-text.ts). */
export function checkLine(path: string, text: string): Problem[] {
  const hidden = findHiddenCharacter(text);
  return hidden === undefined ? [] : [invalid(path, 'characters', { character: nameCodePoint(hidden) })];
}

/** Text of several lines: as a line, and line breaks and tabs. */
export function checkParagraphs(path: string, text: string): Problem[] {
  return checkLine(path, text.replace(/[\r\n\t]/g, ' '));
}

/** Longest address that SMTP carries (RFC 5321 section 4.5.3.1.3, without the angle brackets), in characters. */
const MAX_EMAIL_LENGTH = 254;

/** One address with a domain; anything finer is for the mail server to know. */
export function isEmailAddress(text: string): boolean {
  const hasShape = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\.]+(\.[^\s@<>,;:"()[\]\\.]+)+$/u.test(text);
  return hasShape && text.length <= MAX_EMAIL_LENGTH && checkLine('', text).length === 0;
}

/** A plus sign, the country code and at most 15 digits (ITU-T E.164); spaces, hyphens and brackets may group them. */
export function isPhoneNumber(text: string): boolean {
  return /^\+[\d ()-]+$/.test(text) && /^\+[1-9]\d{6,14}$/.test(dialledNumber(text));
}

/** The number without what groups its digits: `+46701234567`. */
export function dialledNumber(phoneNumber: string): string {
  return phoneNumber.replace(/[ ()-]/g, '');
}
