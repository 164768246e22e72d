/** The product's only definition of email addresses and phone numbers. Runs in a browser. */

/** Dot-atom (RFC 5322 3.2.3; RFC 6531 for other scripts), at most 64 characters. */
const LOCAL_PART =
  /^(?=.{1,64}$)[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+(?:\.[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+)*$/u;
/** At least one dot; letters of any script (RFC 5890). */
const DOMAIN = /^(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)\.)+(?!-)[\p{L}\p{M}\p{N}-]{2,63}(?<!-)$/u;
/** Octets of an address (RFC 5321 4.5.3.1.3, without the angle brackets). */
const MAX_EMAIL_LENGTH = 254;

/** Invisible characters, some of which are letters in Unicode. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > MAX_EMAIL_LENGTH || INVISIBLE.test(text)) return false;
  return LOCAL_PART.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
}

/** Characters, with those that group the digits. */
const MAX_PHONE_LENGTH = 40;

/** At most 15 digits (ITU-T E.164), grouped by spaces, hyphens or brackets. */
export function isPhoneNumber(text: string): boolean {
  if (text.length > MAX_PHONE_LENGTH || !/^\+[\d ()-]+$/.test(text)) return false;
  return /^\+[1-9]\d{6,14}$/.test(dialledNumber(text));
}

/** Returns the number without grouping characters: `+46701234567`. */
export function dialledNumber(phoneNumber: string): string {
  return phoneNumber.replace(/[ ()-]/g, '');
}
