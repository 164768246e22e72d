import { isEmailAddress } from './contact-syntax.ts';
import { type AttributeFormat, findAttribute } from './registry.ts';

/** 070, 072, 073, 076 or 079, ten digits in national form (PTS number plan). */
const SWEDISH_MOBILE = /^(?:\+46|0046|0)(?:7[02369])\d{7}$/;
const SEPARATORS = /[\s()./\p{Dash_Punctuation}\u2212]/gu;

/** Allows spaces, hyphens and brackets, also `+46 (0)70`. */
export function isSwedishMobileNumber(text: string): boolean {
  return SWEDISH_MOBILE.test(text.trim().replace('(0)', '').replace(SEPARATORS, ''));
}

const ACCEPTS: Readonly<Record<AttributeFormat, (text: string) => boolean>> = {
  swedish_mobile_number: isSwedishMobileNumber,
  email_address: isEmailAddress,
};

/** Returns the first format that the text does not have. */
export function findBrokenFormat(
  attributes: readonly { readonly name: string }[],
  text: string,
): AttributeFormat | undefined {
  return listFormats(attributes).find((format) => !ACCEPTS[format](text));
}

export function listFormats(attributes: readonly { readonly name: string }[]): readonly AttributeFormat[] {
  return attributes.flatMap(({ name }) => findAttribute(name)?.format ?? []);
}
