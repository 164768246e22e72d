/** Further signees reuse the colours. */
const TONE_COUNT = 8;

export function toneOf(index: number): number {
  return index % TONE_COUNT;
}
