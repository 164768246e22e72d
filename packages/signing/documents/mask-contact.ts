const HIDDEN = '***';
/** Digits of a phone number that stay readable at its end: enough to know one's own. */
const SHOWN_DIGITS = 2;

/** `l***@example.com`: its owner knows it again, nobody else learns it. */
export function maskEmailAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return `${first}${HIDDEN}${at < 0 ? '' : address.slice(at)}`;
}

/** `+46***67`: the country and the last two digits. */
export function maskPhoneNumber(number: string): string {
  const digits = number.replace(/[^\d+]/g, '');
  return `${digits.slice(0, 3)}${HIDDEN}${digits.slice(-SHOWN_DIGITS)}`;
}
