import { PdfError } from '../../errors.ts';

export type FontTables = ReadonlyMap<string, DataView>;

/** By the first four bytes. */
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
