import { type PDFDict, PDFStream } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { latin1 } from '../read/characters.ts';
import { nameOf } from '../read/lookup.ts';
import { decodeStream } from '../read/streams.ts';
import { readCffNames } from './cff-names.ts';
import { textOfGlyphName } from './glyph-names.ts';
import { TEXT_LIMITS } from './limits.ts';

/** What an embedded font program says about the characters of its glyphs: the last way to learn them. */
export interface FontProgram {
  /** Returns the glyph of the code in the program's own encoding. */
  readonly textOfCode: (code: number) => string | undefined;
  readonly textOfGlyph: (glyph: number) => string | undefined;
}

const EMPTY: FontProgram = { textOfCode: () => undefined, textOfGlyph: () => undefined };

/** Reads the font program of a descriptor, as far as it can be read. */
export function readFontProgram(descriptor: PDFDict | undefined): FontProgram {
  if (descriptor === undefined) return EMPTY;
  try {
    const trueType = decode(descriptor, 'FontFile2');
    if (trueType !== undefined) return readSfnt(trueType);
    const compact = decode(descriptor, 'FontFile3');
    if (compact !== undefined) return latin1(compact, 0, 4) === 'OTTO' ? readSfnt(compact) : readCff(compact);
    const type1 = decode(descriptor, 'FontFile');
    return type1 === undefined ? EMPTY : readType1(type1);
  } catch (error) {
    // A damaged program says nothing. RangeErrors are reads beyond its end.
    if (error instanceof PdfError || error instanceof RangeError) return EMPTY;
    throw error;
  }
}

function decode(descriptor: PDFDict, key: string): Uint8Array | undefined {
  const stream = descriptor.lookup(nameOf(key));
  return stream instanceof PDFStream ? decodeStream(stream, TEXT_LIMITS.fontBytes) : undefined;
}

const CLEAR_TEXT = 64 * 1024;

/** `dup 65 /A put` in the part that is not encrypted. */
function readType1(bytes: Uint8Array): FontProgram {
  const text = latin1(bytes, 0, Math.min(bytes.length, CLEAR_TEXT)).split('eexec', 1)[0] ?? '';
  const names = new Map<number, string>();
  for (const [, code, name] of text.matchAll(/\bdup\s+(\d{1,3})\s*\/([^\s/]+)\s+put\b/g))
    names.set(Number(code), name ?? '');
  return { ...EMPTY, textOfCode: (code) => textOf(names.get(code)) };
}

function readCff(bytes: Uint8Array): FontProgram {
  const { names, codes } = readCffNames(bytes);
  const textOfGlyph = (glyph: number) => textOf(names[glyph]);
  return { textOfGlyph, textOfCode: (code) => textOfGlyph(codes.get(code) ?? 0) };
}

function textOf(name: string | undefined): string | undefined {
  return name === undefined ? undefined : textOfGlyphName(name);
}

/** The characters that a compact Type 1 font has glyphs for, by their names. */
export function listCffTexts(bytes: Uint8Array): ReadonlySet<string> {
  return new Set(readCffNames(bytes).names.flatMap((name) => textOf(name) ?? []));
}

/** The glyphs of a TrueType font. */
export interface SfntGlyphs extends GlyphMaps {
  readonly count: number;
  /** Subsets keep the numbers of glyphs whose outlines they leave out. */
  readonly hasOutline: (glyph: number) => boolean;
}

export function readSfntGlyphs(bytes: Uint8Array): SfntGlyphs {
  const tables = listTables(bytes);
  const [head, maxp, loca] = ['head', 'maxp', 'loca'].map((tag) => tables.get(tag));
  const count = maxp?.getUint16(4) ?? 0;
  const isLong = head?.getInt16(50) === 1;
  const offsetOf = (glyph: number) => (isLong ? loca?.getUint32(glyph * 4) : loca?.getUint16(glyph * 2)) ?? 0;
  const hasOutline = (glyph: number) => glyph < count && offsetOf(glyph + 1) > offsetOf(glyph);
  return { count, hasOutline, ...readGlyphMaps(tables.get('cmap')) };
}

function readSfnt(bytes: Uint8Array): FontProgram {
  const tables = listTables(bytes);
  const compact = tables.get('CFF ');
  const names = compact
    ? readCffNames(new Uint8Array(compact.buffer, compact.byteOffset, compact.byteLength)).names
    : readPostNames(tables.get('post'));
  const { unicode, symbols } = readGlyphMaps(tables.get('cmap'));
  const texts = new Map<number, string>();
  for (const [character, glyph] of unicode)
    if (!texts.has(glyph)) texts.set(glyph, String.fromCodePoint(character));
  const textOfGlyph = (glyph: number) => texts.get(glyph) ?? textOf(names[glyph]);
  const textOfCode = (code: number) => {
    const glyph = symbols.get(code) ?? symbols.get(0xf000 + code);
    return glyph === undefined ? undefined : textOfGlyph(glyph);
  };
  return { textOfGlyph, textOfCode };
}

function listTables(bytes: Uint8Array): ReadonlyMap<string, DataView> {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, DataView>();
  for (let index = 0; index < Math.min(file.getUint16(4), 64); index += 1) {
    const entry = 12 + index * 16;
    const [start, length] = [file.getUint32(entry + 8), file.getUint32(entry + 12)];
    if (start >= bytes.length) continue;
    const size = Math.min(length, bytes.length - start);
    tables.set(latin1(bytes, entry, entry + 4), new DataView(bytes.buffer, bytes.byteOffset + start, size));
  }
  return tables;
}

/** Version 2 has names of its own after 258 standard ones, which the cmap has as well. */
function readPostNames(post: DataView | undefined): readonly string[] {
  if (post === undefined || post.byteLength < 34 || post.getUint32(0) !== 0x20000) return [];
  const count = Math.min(post.getUint16(32), (post.byteLength - 34) >> 1);
  const own: string[] = [];
  for (let at = 34 + count * 2; at < post.byteLength; ) {
    const length = Math.min(post.getUint8(at), post.byteLength - at - 1);
    own.push(latin1(new Uint8Array(post.buffer, post.byteOffset + at + 1, length)));
    at += length + 1;
  }
  return Array.from({ length: count }, (_, glyph) => own[post.getUint16(34 + glyph * 2) - 258] ?? '.notdef');
}

interface GlyphMaps {
  readonly unicode: ReadonlyMap<number, number>;
  /** The glyphs of a symbolic or Macintosh subtable, by code. */
  readonly symbols: ReadonlyMap<number, number>;
}

function readGlyphMaps(cmap: DataView | undefined): GlyphMaps {
  const unicode = new Map<number, number>();
  const symbols = new Map<number, number>();
  const count = cmap === undefined ? 0 : Math.min(cmap.getUint16(2), 32);
  for (let index = 0; cmap !== undefined && index < count; index += 1) {
    const entry = 4 + index * 8;
    const [platform, encoding] = [cmap.getUint16(entry), cmap.getUint16(entry + 2)];
    const start = cmap.getUint32(entry + 4);
    if (start + 8 > cmap.byteLength) continue;
    const isUnicode = platform === 0 || (platform === 3 && encoding !== 0);
    readSubtable(
      new DataView(cmap.buffer, cmap.byteOffset + start, cmap.byteLength - start),
      (code, glyph) => {
        const map = isUnicode ? unicode : symbols;
        if (glyph !== 0 && !map.has(code) && code <= 0x10ffff) map.set(code, glyph);
      },
    );
  }
  return { unicode, symbols };
}

const MAX_CODES = 0x20000;

function readSubtable(table: DataView, add: (code: number, glyph: number) => void): void {
  const format = table.getUint16(0);
  if (format === 0) for (let code = 0; code < 256; code += 1) add(code, table.getUint8(6 + code));
  else if (format === 4) readSegments(table, add);
  else if (format === 6) {
    const [first, count] = [table.getUint16(6), table.getUint16(8)];
    for (let index = 0; index < count; index += 1) add(first + index, table.getUint16(10 + index * 2));
  } else if (format === 12) readGroups(table, add);
}

function readSegments(table: DataView, add: (code: number, glyph: number) => void): void {
  const size = table.getUint16(6) & ~1;
  let room = MAX_CODES;
  for (let at = 0; at < size; at += 2) {
    const [end, start] = [table.getUint16(14 + at), table.getUint16(16 + size + at)];
    const [delta, range] = [table.getUint16(16 + size * 2 + at), table.getUint16(16 + size * 3 + at)];
    for (let code = start; code <= end && code !== 0xffff && room > 0; code += 1, room -= 1) {
      const place = 16 + size * 3 + at + range + (code - start) * 2;
      if (range !== 0 && place + 2 > table.byteLength) continue;
      const glyph = range === 0 ? code : table.getUint16(place);
      if (range === 0 || glyph !== 0) add(code, (glyph + delta) & 0xffff);
    }
  }
}

function readGroups(table: DataView, add: (code: number, glyph: number) => void): void {
  let room = MAX_CODES;
  for (let index = 0; index < table.getUint32(12); index += 1) {
    const at = 16 + index * 12;
    const [start, end, glyph] = [table.getUint32(at), table.getUint32(at + 4), table.getUint32(at + 8)];
    for (let code = start; code <= end && room > 0; code += 1, room -= 1) add(code, glyph + code - start);
  }
}
