/** Texts that grow in one part. */
export const GROWN_TEXTS: Readonly<Record<string, (count: number) => string>> = {
  words: (count) => 'word '.repeat(count),
  'a word without blanks': (count) => 'w'.repeat(count),
  blanks: (count) => ` ${'\u2003 '.repeat(count)}x`,
  'line breaks': (count) => `a${'\n'.repeat(count)}b`,
  'blanks and marks': (count) => 'a \u0301'.repeat(count),
  'marks on one letter': (count) => `a${'\u0301'.repeat(count)}`,
  'letters with marks': (count) => 'q\u0303'.repeat(count),
  joiners: (count) => 'a\u200d'.repeat(count),
  'right to left': (count) => 'אבג '.repeat(count),
  'both directions': (count) => 'אבג abc (1) '.repeat(count),
  brackets: (count) => `א${'('.repeat(count)}${')'.repeat(count)}`,
  isolates: (count) => `א${'\u2067'.repeat(count)}a`,
  embeddings: (count) => `א${'\u202b'.repeat(count)}a${'\u202c'.repeat(count)}`,
  'joined letters': (count) => 'عين '.repeat(count),
  ideographs: (count) => '東京、'.repeat(count),
  hyphens: (count) => 'a-'.repeat(count),
  'characters without a font': (count) =>
    Array.from({ length: count }, (_, index) => String.fromCodePoint(0x13000 + index)).join(' '),
  'words of a dictionary': (count) => 'ภาษาไทย'.repeat(count),
};
