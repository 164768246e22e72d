import { type FoundText, listMatches } from './matches.ts';

/** `1.000,50`, `1 000`, `1,000.5`, `1'000`, `10 million`. */
const NUMBER_PATTERN = String.raw`\d{1,15}(?:[.,'’\u0020\u00a0\u202f]\d{3}(?!\d)){0,5}(?:[.,]\d{1,2}(?!\d))?`;
const SCALE = String.raw`(?:\s?(?:million(?:s|er|en)?|miljon(?:er)?|millones|mill[oó]n|Mio\.?|milliard(?:s|er|en)?|miljard(?:er)?|billion|thousand|tusen|tkr|mil|tausend|mille)(?!\p{L}))?`;
const CODES = 'EUR|USD|GBP|SEK|NOK|DKK|CHF|PLN|CZK|HUF|RON|BGN|ISK|UAH|CAD|AUD|JPY|MXN';
const SYMBOLS = '[€$£¥]|US\\$';
const WORDS =
  'euros?|Euros?|kronor|kr|SEK|dollars?|dólares|Dollar|pounds?|libras|Pfund|livres sterling|francs?|Franken|francos|pesos|zł|Kč';

const AMOUNT = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:${CODES}|${SYMBOLS})\s?${NUMBER_PATTERN}${SCALE}(?:\s?(?:${CODES})(?!\p{L}))?`,
    String.raw`(?<![\p{L}\p{N}.,])${NUMBER_PATTERN}${SCALE}(?:\s?:-|(?:\sde|\sd['’])?\s?(?:${CODES}|${SYMBOLS}|${WORDS})(?!\p{L}))`,
  ].join('|'),
  'gu',
);

/** Returns amounts of money. */
export function findAmounts(text: string): FoundText[] {
  return listMatches(text, AMOUNT);
}
