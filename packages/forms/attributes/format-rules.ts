import { isEmailAddress } from './contact-syntax.ts';
import { type AttributeFormat, findAttribute } from './registry.ts';

/** Swedish mobile numbers begin with 070, 072, 073, 076 or 079 and have ten digits in national form (PTS number plan). */
const SWEDISH_MOBILE = /^(?:\+46|0046|0)(?:7[02369])\d{7}$/;
/** Blanks, brackets, periods, slashes and every kind of dash; texts copied from elsewhere have them all. */
const SEPARATORS = /[\s()./\p{Dash_Punctuation}\u2212]/gu;

/** svc-format-mobile: spaces, hyphens and brackets between the digits are allowed, also `+46 (0)70`. */
export function isSwedishMobileNumber(text: string): boolean {
  return SWEDISH_MOBILE.test(text.trim().replace('(0)', '').replace(SEPARATORS, ''));
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
