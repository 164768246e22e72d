/** ICAO Doc 9303-3 4.3. The index is the value for check digits, but for `<`. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';
export const FILLER = '<';
const FILLER_INDEX = ALPHABET.indexOf(FILLER);
const WEIGHTS = [7, 3, 1];

/** ICAO Doc 9303-3 4.9. */
function checkValueOf(index: number): number {
  return index === FILLER_INDEX ? 0 : index;
}

export function checkDigitOf(text: string): string {
  const sum = Array.from(text).reduce(
    (total, character, index) =>
      total + checkValueOf(ALPHABET.indexOf(character)) * (WEIGHTS[index % WEIGHTS.length] ?? 0),
    0,
  );
  return String(sum % 10);
}
