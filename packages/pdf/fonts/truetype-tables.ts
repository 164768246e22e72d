import { PdfError } from '../errors.ts';

export type FontTables = ReadonlyMap<string, DataView>;

/** The first four bytes decide the kind. */
const OTHER_KINDS: ReadonlyMap<string, string> = new Map([
  ['OTTO', 'an OpenType font with PostScript outlines'],
  ['ttcf', 'a font collection'],
  ['wOFF', 'a WOFF font'],
  ['wOF2', 'a WOFF2 font'],
]);
const TRUETYPE = new Set(['\0\x01\0\0', 'true']);
const NEEDED = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'];
const NO_TABLE = new DataView(new ArrayBuffer(0));

export function readTables(bytes: Uint8Array): FontTables {
  return whileReading(() => listTables(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
}

function listTables(file: DataView): FontTables {
  const kind = tagAt(file, 0);
  if (!TRUETYPE.has(kind)) throw notTrueType(OTHER_KINDS.get(kind) ?? 'not a font');
  const tables = new Map<string, DataView>();
  for (let entry = 12, left = file.getUint16(4); left > 0; entry += 16, left -= 1) {
    const [start, length] = [file.getUint32(entry + 8), file.getUint32(entry + 12)];
    if (start + length > file.byteLength) throw notTrueType('one that is cut short');
    tables.set(tagAt(file, entry), new DataView(file.buffer, file.byteOffset + start, length));
  }
  const missing = NEEDED.find((tag) => !tables.has(tag));
  if (missing !== undefined) throw notTrueType(`without the table "${missing}"`);
  return tables;
}

export function tableOf(tables: FontTables, tag: string): DataView {
  return tables.get(tag) ?? NO_TABLE;
}

/** RangeErrors become `font_not_usable`. */
export function whileReading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw notTrueType('one that is cut short', error);
    throw error;
  }
}

export function notTrueType(what: string, cause?: unknown): PdfError {
  return new PdfError('font_not_usable', `Expected a TrueType font, found ${what}`, { found: what }, cause);
}

function tagAt(file: DataView, offset: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => file.getUint8(offset + index)));
}

export type GlyphLookup = (codePoint: number) => number;

/** Platform and encoding of Unicode tables, of which the best come first. */
const UNICODE = ['3.10', '0.6', '0.4', '3.1', '0.3', '0.2', '0.1', '0.0'];
/** Symbol fonts remap their characters, so it is preferred. */
const SYMBOL = '3.0';

const FORMATS: ReadonlyMap<number, (subtable: DataView) => GlyphLookup> = new Map([
  [4, bySegments],
  [12, byGroups],
]);

/** Reads the two common formats. Returns undefined for others. Throws `font_not_usable`. */
export function readCmap(tables: FontTables): GlyphLookup | undefined {
  return whileReading(() => {
    const subtable = bestSubtable(tableOf(tables, 'cmap'));
    return subtable && FORMATS.get(subtable.getUint16(0))?.(subtable);
  });
}

function bestSubtable(cmap: DataView): DataView | undefined {
  const starts = new Map<string, number>();
  for (let record = 4, left = cmap.getUint16(2); left > 0; record += 8, left -= 1) {
    starts.set(`${cmap.getUint16(record)}.${cmap.getUint16(record + 2)}`, cmap.getUint32(record + 4));
  }
  if (starts.has(SYMBOL)) return undefined;
  const start = UNICODE.map((encoding) => starts.get(encoding)).find((found) => found !== undefined);
  return start === undefined
    ? undefined
    : new DataView(cmap.buffer, cmap.byteOffset + start, cmap.byteLength - start);
}

function bySegments(subtable: DataView): GlyphLookup {
  const size = subtable.getUint16(6) & ~1;
  const [ends, starts, deltas, ranges] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size] as const;
  // Reading the last entry checks the length once for all lookups below.
  if (size > 0) subtable.getUint16(ranges + size - 2);
  return (codePoint) => {
    const segment = 2 * firstNotBefore(codePoint, size / 2, (index) => subtable.getUint16(ends + 2 * index));
    if (segment === size) return 0;
    const start = subtable.getUint16(starts + segment);
    if (codePoint < start) return 0;
    const delta = subtable.getUint16(deltas + segment);
    const range = subtable.getUint16(ranges + segment);
    if (range === 0) return (codePoint + delta) & 0xffff;
    const place = ranges + segment + range + 2 * (codePoint - start);
    const glyph = place + 2 > subtable.byteLength ? 0 : subtable.getUint16(place);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  };
}

function byGroups(subtable: DataView): GlyphLookup {
  const [groups, size] = [16, 12];
  const count = subtable.getUint32(12);
  if (count > 0) subtable.getUint32(groups + size * count - 4);
  return (codePoint) => {
    const index = firstNotBefore(codePoint, count, (each) => subtable.getUint32(groups + size * each + 4));
    if (index === count) return 0;
    const start = subtable.getUint32(groups + size * index);
    return codePoint < start ? 0 : subtable.getUint32(groups + size * index + 8) + codePoint - start;
  };
}

function firstNotBefore(value: number, count: number, endAt: (index: number) => number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endAt(middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Metrics as ISO 32000-1 9.8 defines them, in font units, y upwards. */
export interface FontHeader {
  readonly postScriptName: string;
  readonly unitsPerEm: number;
  readonly box: readonly [left: number, bottom: number, right: number, top: number];
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  /** A negative angle leans to the right. */
  readonly italicAngle: number;
}

const POSTSCRIPT_NAME = 6;
const WINDOWS = 3;

/** Throws `font_not_usable`. */
export function readFontHeader(tables: FontTables): FontHeader {
  return whileReading(() => describe(tables));
}

function describe(tables: FontTables): FontHeader {
  const table = (tag: string) => tableOf(tables, tag);
  const [head, hhea] = [table('head'), table('hhea')];
  const unitsPerEm = head.getUint16(18);
  if (unitsPerEm === 0) throw notTrueType('without a size');
  const ascent = hhea.getInt16(4);
  return {
    postScriptName: readPostScriptName(table('name')),
    unitsPerEm,
    box: [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)],
    ascent,
    descent: hhea.getInt16(6),
    capHeight: readCapHeight(table('OS/2')) || ascent,
    italicAngle: table('post').byteLength < 8 ? 0 : table('post').getInt32(4) / 65_536,
  };
}

/** Version 2 of OS/2 and later have this field. */
function readCapHeight(os2: DataView): number {
  return os2.byteLength >= 90 && os2.getUint16(0) >= 2 ? os2.getInt16(88) : 0;
}

/** Name 6, limited to the characters of PDF names. */
function readPostScriptName(name: DataView): string {
  if (name.byteLength < 6) return 'Font';
  const strings = name.getUint16(4);
  for (let record = 6, left = name.getUint16(2); left > 0; record += 12, left -= 1) {
    if (name.getUint16(record + 6) !== POSTSCRIPT_NAME) continue;
    const step = name.getUint16(record) === WINDOWS ? 2 : 1;
    const [length, start] = [name.getUint16(record + 8), strings + name.getUint16(record + 10)];
    const letters = Array.from({ length: Math.floor(length / step) }, (_, index) =>
      String.fromCharCode(name.getUint8(start + index * step + step - 1)),
    );
    return letters.join('').replace(/[^\w-]/g, '') || 'Font';
  }
  return 'Font';
}

/** An advance and its bearing have so many bytes. */
export const LONG_METRIC = 4;

/** Returns advances in font units. Throws `font_not_usable`. */
export function readAdvances(tables: FontTables): (glyph: number) => number {
  const hmtx = tableOf(tables, 'hmtx');
  const count = countAdvances(tables);
  return (glyph) => hmtx.getUint16(Math.min(glyph, count - 1) * LONG_METRIC);
}

/** Counts the glyphs that have their own advance. */
export function countAdvances(tables: FontTables): number {
  const promised = whileReading(() => tableOf(tables, 'hhea').getUint16(34));
  const count = Math.min(promised, Math.floor(tableOf(tables, 'hmtx').byteLength / LONG_METRIC));
  if (count === 0) throw notTrueType('one without widths');
  return count;
}

/** Throws `font_not_usable`. */
export function countGlyphs(tables: FontTables): number {
  return whileReading(() => tableOf(tables, 'maxp').getUint16(4));
}
