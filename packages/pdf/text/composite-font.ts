import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFStream } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { asNumber, lookupArray, lookupDict, lookupName, lookupNumber, nameOf } from '../read/lookup.ts';
import { decodeStream } from '../read/streams.ts';
import { stringBytes } from '../read/strings.ts';
import type { CMap } from './cmap.ts';
import { readNumbers } from './colors.ts';
import { explain, heightsOf, readCMapStream, readToUnicode } from './font-parts.ts';
import { type FontProgram, readFontProgram } from './font-program.ts';
import { TEXT_LIMITS } from './limits.ts';
import { findCollectionTexts, findPredefinedCMap } from './predefined-cmaps.ts';
import { type Glyph, makeGlyph, type TextFont, UNREADABLE } from './text-font.ts';

/** Reads a Type 0 font (ISO 32000-1 9.7); damaged parts are left out. */
export function readCompositeFont(dict: PDFDict): TextFont {
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

/** Returns undefined for Identity, and for CMaps that are not known. */
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

/** Reads `first [widths]` and `first last width` (ISO 32000-1 9.7.4.3). */
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

/** Reads the advances downwards, as positive numbers: /DW2 and the first of each three numbers in /W2. */
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
