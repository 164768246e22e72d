/** The text of a glyph that nothing in the file explains. */
export const UNREADABLE = '\ufffd';

/** Lengths are in units of the font size. */
export interface Glyph {
  readonly text: string;
  /** The text is several words: one glyph may stand for a whole line. */
  readonly hasGaps: boolean;
  /** The advance along the line. */
  readonly advance: number;
  /** The width of the glyph; in horizontal fonts the same as the advance. */
  readonly width: number;
  /** Spacing between words applies (ISO 32000-1 9.3.3). */
  readonly isSpace: boolean;
  readonly isRightToLeft: boolean;
}

/** Glyphs by the codes of a font's strings. */
export interface TextFont {
  readonly name: string;
  readonly isVertical: boolean;
  /** Codes have one byte. */
  readonly isSimple: boolean;
  /** Above and below the baseline, in units of the font size; the descent is negative. */
  readonly ascent: number;
  readonly descent: number;
  /** What the font size has to be multiplied with to be a height in text space: other than 1 in Type 3 fonts. */
  readonly sizeFactor: number;
  readonly glyphOf: (code: number, length: number) => Glyph;
  readonly lengthAt: (bytes: Uint8Array, at: number, end: number) => number;
}

/** The letters of Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Ligatures and presentation forms stand for their letters; spaces of any width are spaces. */
const FORMS = /[\ufb00-\ufb4f\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc]/;
const SPACES = /^[\s\u00a0\u2000-\u200b\u202f\u205f\u3000]$/;
const GAP = /\s/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: broken maps have them
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Half of a surrogate pair has no encoding, and databases refuse it. */
const LONE_SURROGATES = /\p{Cs}/gu;

export function makeGlyph(raw: string, advance: number, width: number, isSpace: boolean): Glyph {
  let text = raw.replace(LONE_SURROGATES, '\ufffd');
  if (SPACES.test(text)) text = ' ';
  else {
    const code = text.charCodeAt(0);
    if (code < 32 || (code >= 127 && code < 160) || text.length > 1) text = text.replaceAll(CONTROLS, '');
    if (FORMS.test(text)) text = text.normalize('NFKC');
  }
  const hasGaps = text.length > 1 && GAP.test(text);
  return { text, hasGaps, advance, width, isSpace, isRightToLeft: isRightToLeft(text) };
}
