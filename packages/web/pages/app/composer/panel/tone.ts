/** Colours of signees; further signees reuse them, with their own names. */
const TONE_COUNT = 8;

export function toneOf(index: number): number {
  return index % TONE_COUNT;
}
