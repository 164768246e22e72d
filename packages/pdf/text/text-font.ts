import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFStream } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { asNumber, lookupArray, lookupDict, lookupName, lookupNumber, nameOf } from '../read/lookup.ts';
import { decodeStream } from '../read/streams.ts';
import { stringBytes } from '../read/strings.ts';
import { type CMap, parseCMap } from './cmap.ts';
import { readNumbers } from './colors.ts';
import { type FontProgram, readFontProgram } from './font-program.ts';
import { textOfGlyphName } from './glyph-names.ts';
import { TEXT_LIMITS } from './limits.ts';
import { findCollectionTexts, findPredefinedCMap } from './predefined-cmaps.ts';
import { guessText, readEncoding, type SimpleEncoding } from './simple-encoding.ts';
import { findStandardFont, type StandardFont } from './standard-fonts.ts';

/** The text of a glyph that nothing in the file explains. */
export const UNREADABLE = '\ufffd';

/** Lengths are in units of the font size. */
export interface Glyph {
  readonly text: string;
  /** The text is several words: one glyph may stand for a whole line. */
  readonly hasGaps: boolean;
  /** Along the line. */
  readonly advance: number;
  /** Of the glyph; in horizontal fonts the same as the advance. */
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

/** Reads a font dictionary; damaged parts are left out. */
export function readTextFont(dict: PDFDict): TextFont {
  return lookupName(dict, 'Subtype') === 'Type0' ? readComposite(dict) : readSimple(dict);
}

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Ligatures and presentation forms stand for their letters; spaces of any width are spaces. */
const FORMS = /[\ufb00-\ufb4f\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc]/;
const SPACES = /^[\s\u00a0\u2000-\u200b\u202f\u205f\u3000]$/;
const GAP = /\s/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they stand in broken maps, and say nothing
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

export function makeGlyph(raw: string, advance: number, width: number, isSpace: boolean): Glyph {
  let text = raw;
  if (SPACES.test(text)) text = ' ';
  else {
    const code = text.charCodeAt(0);
    if (code < 32 || (code >= 127 && code < 160) || text.length > 1) text = text.replaceAll(CONTROLS, '');
    if (FORMS.test(text)) text = text.normalize('NFKC');
  }
  const hasGaps = text.length > 1 && GAP.test(text);
  return { text, hasGaps, advance, width, isSpace, isRightToLeft: isRightToLeft(text) };
}

function readSimple(dict: PDFDict): TextFont {
  const isType3 = lookupName(dict, 'Subtype') === 'Type3';
  const name = lookupName(dict, 'BaseFont') ?? '';
  const descriptor = lookupDict(dict, 'FontDescriptor');
  const matrix = isType3 ? (readNumbers(dict, 'FontMatrix') ?? []) : [];
  const unit = isType3 ? Math.abs(matrix[0] ?? 0.001) : 0.001;
  const standard = isType3 ? undefined : findStandardFont(name);
  const widthOf = readWidths(dict, descriptor, standard, unit);
  const textOf = readTexts(dict, descriptor, standard);
  const glyphs: (Glyph | undefined)[] = new Array(256).fill(undefined);
  const glyphOf = (code: number): Glyph => {
    let glyph = glyphs[code];
    if (glyph === undefined) {
      const text = textOf(code);
      const width = widthOf(code, text);
      glyph = makeGlyph(text, width, width, code === 32);
      glyphs[code] = glyph;
    }
    return glyph;
  };
  const heights = isType3 ? type3Heights(dict, matrix) : heightsOf(descriptor, standard);
  return { name, isVertical: false, isSimple: true, ...heights, glyphOf, lengthAt: () => 1 };
}

type Heights = Pick<TextFont, 'ascent' | 'descent' | 'sizeFactor'>;

const DEFAULT_HEIGHTS: Heights = { ascent: 0.8, descent: -0.2, sizeFactor: 1 };
const MAX_ASCENT = 1.3;
const MIN_DESCENT = -0.6;

function heightsOf(descriptor: PDFDict | undefined, standard: StandardFont | undefined): Heights {
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

/** The size of Type 3 fonts is that of their box, as their units are free. */
function type3Heights(dict: PDFDict, matrix: readonly number[]): Heights {
  const box = readNumbers(dict, 'FontBBox') ?? [];
  const unit = Math.abs(matrix[3] ?? 0.001);
  const [bottom, top] = [(box[1] ?? 0) * unit, (box[3] ?? 0) * unit];
  const height = top - bottom;
  if (!(height > 1e-4)) return { ...DEFAULT_HEIGHTS, sizeFactor: Math.min(1, unit * 1000) };
  return { ascent: top / height, descent: bottom / height, sizeFactor: height };
}

function readWidths(
  dict: PDFDict,
  descriptor: PDFDict | undefined,
  standard: StandardFont | undefined,
  unit: number,
): (code: number, text: string) => number {
  const widths = lookupArray(dict, 'Widths');
  const first = lookupNumber(dict, 'FirstChar') ?? 0;
  const missing = (descriptor && lookupNumber(descriptor, 'MissingWidth')) ?? 0;
  return (code, text) => {
    const index = code - first;
    const own = widths && index >= 0 && index < widths.size() ? asNumber(widths.lookup(index)) : undefined;
    if (own !== undefined) return own * unit;
    return ((widths ? undefined : standard?.widthOf(text, code)) ?? missing) * unit;
  };
}

function readTexts(
  dict: PDFDict,
  descriptor: PDFDict | undefined,
  standard: StandardFont | undefined,
): (code: number) => string {
  const toUnicode = readToUnicode(dict);
  const encoding = readEncoding(dict.lookup(nameOf('Encoding')));
  let program: FontProgram | undefined;
  const own = (code: number) => {
    program ??= readFontProgram(descriptor);
    return program.textOfCode(code);
  };
  return (code) =>
    explain(toUnicode?.textOf(code)) ?? encodedText(code, encoding, standard, own) ?? UNREADABLE;
}

function encodedText(
  code: number,
  { base, differences }: SimpleEncoding,
  standard: StandardFont | undefined,
  own: (code: number) => string | undefined,
): string | undefined {
  const name = differences.get(code);
  const named = name === undefined ? undefined : textOfGlyphName(name);
  if (named !== undefined) return named;
  return standard?.symbols?.(code) ?? base?.(code) ?? own(code) ?? guessText(code);
}

/** Maps of some programs have U+0000 or U+FFFD where they know nothing. */
function explain(text: string | undefined): string | undefined {
  return text === undefined || text === '\0' || text === UNREADABLE ? undefined : text;
}

function readToUnicode(dict: PDFDict): CMap | undefined {
  const map = dict.lookup(nameOf('ToUnicode'));
  if (map instanceof PDFStream) return readCMapStream(map);
  return undefined;
}

function readCMapStream(stream: PDFStream): CMap | undefined {
  try {
    const cmap = parseCMap(decodeStream(stream, TEXT_LIMITS.fontBytes), findPredefinedCMap);
    if (lookupNumber(stream.dict, 'WMode') === 1) cmap.isVertical = true;
    return cmap;
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

function readComposite(dict: PDFDict): TextFont {
  const descendant = lookupArray(dict, 'DescendantFonts')?.lookup(0);
  const font = descendant instanceof PDFDict ? descendant : dict;
  const encoding = dict.lookup(nameOf('Encoding'));
  const encodingName = encoding instanceof PDFName ? encoding.decodeText() : '';
  const cmap = encoding instanceof PDFStream ? readCMapStream(encoding) : findEncoding(encodingName);
  const isVertical = cmap?.isVertical ?? encodingName.endsWith('-V');
  const descriptor = lookupDict(font, 'FontDescriptor');
  const widthOf = readCidWidths(font);
  const advanceOf = isVertical ? readVerticalAdvances(font) : widthOf;
  const textOf = readCidTexts(dict, font, descriptor, encodingName);
  const glyphs = new Map<number, Glyph>();
  return {
    name: lookupName(dict, 'BaseFont') ?? '',
    isVertical,
    isSimple: false,
    ...heightsOf(descriptor, undefined),
    lengthAt: cmap === undefined ? twoBytes : (bytes, at, end) => cmap.lengthAt(bytes, at, end),
    glyphOf: (code, length) => {
      const known = glyphs.get(code);
      if (known !== undefined) return known;
      const cid = cmap === undefined ? code : (cmap.cidOf(code) ?? 0);
      const isSpace = length === 1 && code === 32;
      const glyph = makeGlyph(textOf(code, cid), advanceOf(cid) / 1000, widthOf(cid) / 1000, isSpace);
      glyphs.set(code, glyph);
      return glyph;
    },
  };
}

function twoBytes(_: Uint8Array, at: number, end: number): number {
  return Math.min(2, end - at);
}

/** Undefined for Identity, and for CMaps that are not known. */
function findEncoding(name: string): CMap | undefined {
  return name.startsWith('Identity') ? undefined : findPredefinedCMap(name);
}

function readCidTexts(
  dict: PDFDict,
  font: PDFDict,
  descriptor: PDFDict | undefined,
  encodingName: string,
): (code: number, cid: number) => string {
  const toUnicode = readToUnicode(dict);
  const collection = readCollection(font);
  const map = font.lookup(nameOf('CIDToGIDMap'));
  let program: FontProgram | undefined;
  return (code, cid) => {
    const mapped = explain(toUnicode?.textOf(code)) ?? textOfUnicodeCode(code, encodingName);
    const text = mapped ?? explain(collection?.textOf(cid));
    if (text !== undefined) return text;
    program ??= readFontProgram(descriptor);
    return program.textOfGlyph(map instanceof PDFStream ? glyphOfCid(map, cid) : cid) ?? UNREADABLE;
  };
}

/** Codes of such CMaps are UTF-16 or UCS-2. */
function textOfUnicodeCode(code: number, encodingName: string): string | undefined {
  if (!/^Uni.*-(UCS2|UTF16)-/.test(encodingName) || code === 0) return undefined;
  return code > 0xffff ? String.fromCharCode(code >>> 16, code & 0xffff) : String.fromCharCode(code);
}

const maps = new WeakMap<PDFStream, Uint8Array>();

function glyphOfCid(stream: PDFStream, cid: number): number {
  let bytes = maps.get(stream);
  if (bytes === undefined) {
    try {
      bytes = decodeStream(stream, TEXT_LIMITS.fontBytes);
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      bytes = new Uint8Array(0);
    }
    maps.set(stream, bytes);
  }
  return (bytes[cid * 2] ?? 0) * 256 + (bytes[cid * 2 + 1] ?? 0);
}

function readCollection(font: PDFDict): CMap | undefined {
  const info = lookupDict(font, 'CIDSystemInfo');
  const [registry, ordering] = ['Registry', 'Ordering'].map((key) =>
    Buffer.from(stringBytes(info?.lookup(nameOf(key))) ?? []).toString('latin1'),
  );
  if (!registry || !ordering || ordering === 'Identity' || ordering === 'UCS') return undefined;
  return findCollectionTexts(registry, ordering);
}

/** They are searched one after the other, once for each glyph. */
const MAX_RANGES = 4000;

/** `first [widths]` and `first last width` (ISO 32000-1 9.7.4.3). */
function readCidWidths(font: PDFDict): (cid: number) => number {
  const missing = lookupNumber(font, 'DW') ?? 1000;
  const widths = new Map<number, number>();
  const ranges: (readonly [first: number, last: number, width: number])[] = [];
  walkRuns(lookupArray(font, 'W'), 1, (first, last, values, at) => {
    const width = asNumber(values[at]) ?? missing;
    if (first === last) widths.set(first, width);
    else if (ranges.length < MAX_RANGES) ranges.push([first, last, width]);
  });
  return (cid) =>
    widths.get(cid) ?? ranges.find(([first, last]) => first <= cid && cid <= last)?.[2] ?? missing;
}

const DEFAULT_VERTICAL_ADVANCE = -1000;

/** Downwards, as positive numbers: /DW2 and the first of each three numbers in /W2. */
function readVerticalAdvances(font: PDFDict): (cid: number) => number {
  const missing = -(readNumbers(font, 'DW2')?.[1] ?? DEFAULT_VERTICAL_ADVANCE);
  const advances = new Map<number, number>();
  const ranges: (readonly [first: number, last: number, advance: number])[] = [];
  walkRuns(lookupArray(font, 'W2'), 3, (first, last, values, at) => {
    const advance = -(asNumber(values[at]) ?? -missing);
    if (first === last) advances.set(first, advance);
    else if (ranges.length < MAX_RANGES) ranges.push([first, last, advance]);
  });
  return (cid) =>
    advances.get(cid) ?? ranges.find(([first, last]) => first <= cid && cid <= last)?.[2] ?? missing;
}

type Run = (first: number, last: number, values: readonly (PDFObject | undefined)[], at: number) => void;

/** `step` numbers belong to each glyph. */
function walkRuns(array: PDFArray | undefined, step: number, visit: Run): void {
  let room: number = TEXT_LIMITS.cmapEntries;
  const size = array?.size() ?? 0;
  for (let index = 0; array !== undefined && index + 1 < size && room > 0; ) {
    const first = asNumber(array.lookup(index)) ?? 0;
    const next = array.lookup(index + 1);
    if (next instanceof PDFArray) {
      const length = Math.min(next.size(), room);
      const values = Array.from({ length }, (_, at) => next.lookup(at));
      for (let at = 0; at + step <= values.length; at += step)
        visit(first + at / step, first + at / step, values, at);
      room -= values.length;
      index += 2;
    } else {
      const values = [array.lookup(index + 2)].filter((value) => value instanceof PDFNumber);
      if (values.length > 0) visit(first, asNumber(next) ?? first, values, 0);
      room -= 1;
      index += 2 + step;
    }
  }
}
