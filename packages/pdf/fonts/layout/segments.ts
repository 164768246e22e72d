type Granularity = 'grapheme' | 'word';

const segmenters = new Map<Granularity, Intl.Segmenter>();

/** A text in the characters that people see or in its words (UAX #29). The segmenter is made when first needed: that costs. */
export function splitText(text: string, granularity: Granularity): string[] {
  const segmenter = segmenters.get(granularity) ?? new Intl.Segmenter('und', { granularity });
  segmenters.set(granularity, segmenter);
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
