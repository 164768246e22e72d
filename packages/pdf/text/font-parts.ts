import { type PDFDict, PDFStream } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { lookupNumber, nameOf } from '../read/lookup.ts';
import { decodeStream } from '../read/streams.ts';
import { type CMap, parseCMap } from './cmap.ts';
import { readNumbers } from './colors.ts';
import { TEXT_LIMITS } from './limits.ts';
import { findPredefinedCMap } from './predefined-cmaps.ts';
import type { StandardFont } from './standard-fonts.ts';
import { type TextFont, UNREADABLE } from './text-font.ts';

export type Heights = Pick<TextFont, 'ascent' | 'descent' | 'sizeFactor'>;

export const DEFAULT_HEIGHTS: Heights = { ascent: 0.8, descent: -0.2, sizeFactor: 1 };
const MAX_ASCENT = 1.3;
const MIN_DESCENT = -0.6;

/** Takes the heights from the font's descriptor, the metrics of a standard font or the box of all glyphs. */
export function heightsOf(descriptor: PDFDict | undefined, standard: StandardFont | undefined): Heights {
  const box = descriptor && readNumbers(descriptor, 'FontBBox');
  const stated = descriptor && lookupNumber(descriptor, 'Ascent');
  const below = descriptor && lookupNumber(descriptor, 'Descent');
  const ascent = (stated || standard?.ascent || box?.[3] || 0) / 1000;
  const descent = -Math.abs((below || standard?.descent || box?.[1] || 0) / 1000);
  return {
    ascent: ascent > 0.1 ? Math.min(ascent, MAX_ASCENT) : DEFAULT_HEIGHTS.ascent,
    descent: Math.max(descent, MIN_DESCENT),
    sizeFactor: 1,
  };
}

/** Maps of some programs have U+0000 or U+FFFD where they know nothing. */
export function explain(text: string | undefined): string | undefined {
  return text === undefined || text === '\0' || text === UNREADABLE ? undefined : text;
}

/** Returns undefined without a usable CMap. */
export function readToUnicode(dict: PDFDict): CMap | undefined {
  const map = dict.lookup(nameOf('ToUnicode'));
  if (map instanceof PDFStream) return readCMapStream(map);
  return undefined;
}

/** Returns undefined if the stream cannot be decoded. */
export function readCMapStream(stream: PDFStream): CMap | undefined {
  try {
    const cmap = parseCMap(decodeStream(stream, TEXT_LIMITS.fontBytes), findPredefinedCMap);
    if (lookupNumber(stream.dict, 'WMode') === 1) cmap.isVertical = true;
    return cmap;
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}
