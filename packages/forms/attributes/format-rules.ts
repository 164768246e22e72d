/** Swedish mobile numbers begin with 070, 072, 073, 076 or 079 and have ten digits in national form (PTS number plan). */
const SWEDISH_MOBILE = /^(?:\+46|0046|0)(?:7[02369])\d{7}$/;
const SEPARATORS = /[\s()./-]/g;

/** What browsers accept for an address (HTML, input type=email), with at least one dot in the domain. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;
/** Octets of a whole address (RFC 5321 4.5.3.1.3, less the angle brackets). */
const MAX_EMAIL_LENGTH = 254;

/** svc-format-mobile: spaces, hyphens and brackets between the digits are allowed, also `+46 (0)70`. */
export function isSwedishMobileNumber(text: string): boolean {
  return SWEDISH_MOBILE.test(text.trim().replace('(0)', '').replace(SEPARATORS, ''));
}

/** svc-format-email. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);
}
