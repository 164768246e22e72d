declare const masked: unique symbol;

/** Only `maskPersonalNumber` makes one. */
export type MaskedPersonalNumber = string & { readonly [masked]: true };

const HIDDEN = '*';
/** They distinguish people of one name. */
const MAX_VISIBLE_CHARACTERS = 4;
/** Of a short number. */
const SHOWN_SHARE = 1 / 2;
const CHARACTER = /[\p{L}\p{N}]/gu;

/** `********-9805` (docs/decisions/0013). The one place where personal numbers are masked. */
export function maskPersonalNumber(number: string): MaskedPersonalNumber {
  const count = number.match(CHARACTER)?.length ?? 0;
  const hidden = count - Math.min(MAX_VISIBLE_CHARACTERS, Math.floor(count * SHOWN_SHARE));
  let seen = 0;
  const mask = (character: string) => (seen++ < hidden ? HIDDEN : character);
  return number.trim().replace(CHARACTER, mask) as MaskedPersonalNumber;
}
