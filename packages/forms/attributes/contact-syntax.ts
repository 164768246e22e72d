/**
 * What an email address and a phone number look like. The one definition of the product: requests, rules, settings, form fields and
 * pages use it, so that no part accepts what another refuses. Runs in a browser.
 */

/** Words with single dots between them (RFC 5322 3.2.3, dot-atom; RFC 6531 for other scripts), at most 64 characters. */
const LOCAL_PART =
  /^(?=.{1,64}$)[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+(?:\.[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+)*$/u;
/** At least one dot; letters of any script, because domains are written as people read them (RFC 5890). */
const DOMAIN = /^(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)\.)+(?!-)[\p{L}\p{M}\p{N}-]{2,63}(?<!-)$/u;
/** Octets of a whole address (RFC 5321 4.5.3.1.3, less the angle brackets). */
const MAX_EMAIL_LENGTH = 254;

/** Characters that cannot be seen; some of them are letters to Unicode. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** One address, in letters of any script (`anna@räksmörgås.se`); whether it exists is for the mail server to know. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > MAX_EMAIL_LENGTH || INVISIBLE.test(text)) return false;
  return LOCAL_PART.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
}

/** Characters of a number with everything that groups its digits. */
const MAX_PHONE_LENGTH = 40;

/** A plus sign, the country code and at most 15 digits (ITU-T E.164); spaces, hyphens and brackets may group them. */
export function isPhoneNumber(text: string): boolean {
  if (text.length > MAX_PHONE_LENGTH || !/^\+[\d ()-]+$/.test(text)) return false;
  return /^\+[1-9]\d{6,14}$/.test(dialledNumber(text));
}

/** The number without what groups its digits: `+46701234567`. */
export function dialledNumber(phoneNumber: string): string {
  return phoneNumber.replace(/[ ()-]/g, '');
}
