type Granularity = 'grapheme' | 'word';

const segmenters = new Map<Granularity, Intl.Segmenter>();

/** UAX #29. Segmenters are expensive. */
export function splitText(text: string, granularity: Granularity): string[] {
  const segmenter = segmenters.get(granularity) ?? new Intl.Segmenter('und', { granularity });
  segmenters.set(granularity, segmenter);
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
