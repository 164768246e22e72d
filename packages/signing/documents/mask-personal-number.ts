declare const masked: unique symbol;

/** A personal number that nobody can read whole. Only `maskPersonalNumber` makes one. */
export type MaskedPersonalNumber = string & { readonly [masked]: true };

const HIDDEN = '*';
/** Letters and digits that stay readable at the end: they tell people of one name apart, and whose number it is knows it again. */
const MAX_VISIBLE_CHARACTERS = 4;
/** Of a short number at most this share. */
const SHOWN_SHARE = 1 / 2;
const CHARACTER = /[\p{L}\p{N}]/gu;

/**
 * `********-9805`: all but the last four letters and digits as asterisks, the way it is written kept (docs/decisions/0013). The
 * one place where personal numbers are masked; what leaves it goes into files, evidence and the database.
 */
export function maskPersonalNumber(number: string): MaskedPersonalNumber {
  const count = number.match(CHARACTER)?.length ?? 0;
  const hidden = count - Math.min(MAX_VISIBLE_CHARACTERS, Math.floor(count * SHOWN_SHARE));
  let seen = 0;
  const mask = (character: string) => (seen++ < hidden ? HIDDEN : character);
  return number.trim().replace(CHARACTER, mask) as MaskedPersonalNumber;
}
