import { PdfError } from '../errors.ts';

/** Limits on what reading the text of one page, or of one call, may cost. */
export const TEXT_LIMITS = Object.freeze({
  /** Bytes of content that one page runs through, forms as often as they are drawn. Maps have some 40 MB. */
  pageContent: 96 * 1024 * 1024,
  /** The same for all pages of a call. */
  totalContent: 2 * 1024 * 1024 * 1024,
  /** Operands of one operator, items of arrays among them. Longer lists are cut off. */
  operands: 200_000,
  /** Bytes of the strings of one operator. */
  stringBytes: 1024 * 1024,
  /** Nested arrays and dictionaries in content. */
  nesting: 32,
  /** Forms in forms. Real files have some five, and other readers draw up to a hundred. */
  formDepth: 100,
  /** Forms that one page draws. */
  forms: 50_000,
  /** Saved graphics states at a time. Deeper ones are neither saved nor restored. */
  savedStates: 4_000,
  /** Glyphs of one page. The fullest real pages have some 100,000. */
  glyphs: 2_000_000,
  /** Opaque areas of one page that may hide text. Others, painted later, are not looked at. */
  paintedAreas: 200_000,
  /** Comparisons of words with painted areas on one page. */
  comparisons: 50_000_000,
  /** Bytes of one font program, CMap or similar. */
  fontBytes: 32 * 1024 * 1024,
  /** Entries of one CMap. */
  cmapEntries: 400_000,
  /** Fonts that stay loaded. */
  fonts: 400,
});

export type TextLimit = keyof typeof TEXT_LIMITS;

/** Returns the error for a page that costs more than `TEXT_LIMITS` allow. */
export function tooMuchText(limit: TextLimit): PdfError {
  const value = TEXT_LIMITS[limit];
  return new PdfError('too_complex', `The text exceeds the limit "${limit}" of ${value}`, { limit, value });
}
