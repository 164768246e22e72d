import { type AttributeFormat, findAttribute } from './registry.ts';

/** Swedish mobile numbers begin with 070, 072, 073, 076 or 079 and have ten digits in national form (PTS number plan). */
const SWEDISH_MOBILE = /^(?:\+46|0046|0)(?:7[02369])\d{7}$/;
/** Blanks, brackets, periods, slashes and every kind of dash; texts copied from elsewhere have them all. */
const SEPARATORS = /[\s()./\p{Dash_Punctuation}\u2212]/gu;

/** Words with single dots between them (RFC 5322 3.2.3, dot-atom; RFC 6531 for other scripts), at most 64 characters. */
const LOCAL_PART =
  /^(?=.{1,64}$)[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+(?:\.[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+)*$/u;
/** At least one dot; letters of any script, because domains are written as people read them (RFC 5890). */
const DOMAIN = /^(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)\.)+(?!-)[\p{L}\p{M}\p{N}-]{2,63}(?<!-)$/u;
/** Octets of a whole address (RFC 5321 4.5.3.1.3, less the angle brackets). */
const MAX_EMAIL_LENGTH = 254;

/** svc-format-mobile: spaces, hyphens and brackets between the digits are allowed, also `+46 (0)70`. */
export function isSwedishMobileNumber(text: string): boolean {
  return SWEDISH_MOBILE.test(text.trim().replace('(0)', '').replace(SEPARATORS, ''));
}

/** svc-format-email. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > MAX_EMAIL_LENGTH) return false;
  return LOCAL_PART.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
}

const ACCEPTS: Readonly<Record<AttributeFormat, (text: string) => boolean>> = {
  swedish_mobile_number: isSwedishMobileNumber,
  email_address: isEmailAddress,
};

/** Returns the first format of a field's attributes that the text does not have; undefined when it has all of them. */
export function findBrokenFormat(
  attributes: readonly { readonly name: string }[],
  text: string,
): AttributeFormat | undefined {
  return listFormats(attributes).find((format) => !ACCEPTS[format](text));
}

/** Returns what a value of a field with these attributes has to be. */
export function listFormats(attributes: readonly { readonly name: string }[]): readonly AttributeFormat[] {
  return attributes.flatMap(({ name }) => findAttribute(name)?.format ?? []);
}
