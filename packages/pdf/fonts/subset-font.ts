import {
  countAdvances,
  type FontTables,
  LONG_METRIC,
  notTrueType,
  tableOf,
  whileReading,
} from './truetype-tables.ts';

const WORDS = 0x1;
const SCALE = 0x8;
const MORE = 0x20;
const TWO_SCALES = 0x40;
const MATRIX = 0x80;

/** Composite glyphs of real fonts are nested two or three levels deep. */
const MAX_NESTING = 16;

interface GlyphOutlines {
  readonly count: number;
  /** Throws a RangeError beyond the tables. */
  outlineOf(glyph: number): DataView;
}

/** Offsets of "loca" have two bytes (halved) or four. */
function readOutlines(tables: FontTables): GlyphOutlines {
  const [glyf, loca] = [tableOf(tables, 'glyf'), tableOf(tables, 'loca')];
  const isLong = tableOf(tables, 'head').getInt16(50) !== 0;
  const offsetOf = (glyph: number) => (isLong ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph));
  return {
    count: tableOf(tables, 'maxp').getUint16(4),
    outlineOf: (glyph) => {
      const [start, end] = [offsetOf(glyph), offsetOf(glyph + 1)];
      return new DataView(glyf.buffer, glyf.byteOffset + start, checkedLength(start, end, glyf));
    },
  };
}

function checkedLength(start: number, end: number, glyf: DataView): number {
  if (start > end || end > glyf.byteLength) throw notTrueType('one with outlines outside its table');
  return end - start;
}

/** Returns the glyphs with their components and glyph 0, ascending. Throws `font_not_usable`. */
function closeOverComponents(outlines: GlyphOutlines, glyphs: Iterable<number>): number[] {
  const closed = new Set<number>();
  const path = new Set<number>();
  const visit = (glyph: number): void => {
    if (path.has(glyph) || path.size === MAX_NESTING) throw notTrueType('one with glyphs nested too deeply');
    if (glyph >= outlines.count) throw notTrueType('one composed of glyphs that it does not have');
    if (closed.has(glyph)) return;
    closed.add(glyph);
    path.add(glyph);
    for (const component of componentsOf(outlines.outlineOf(glyph))) visit(component);
    path.delete(glyph);
  };
  whileReading(() => {
    for (const glyph of [0, ...glyphs]) if (glyph < outlines.count) visit(glyph);
  });
  return [...closed].sort((a, b) => a - b);
}

/** A composite glyph has -1 contours; components follow its bounding box. */
function componentsOf(outline: DataView): number[] {
  if (outline.byteLength === 0 || outline.getInt16(0) >= 0) return [];
  const components: number[] = [];
  let [place, flags] = [10, MORE];
  while ((flags & MORE) !== 0) {
    flags = outline.getUint16(place);
    components.push(outline.getUint16(place + 2));
    place += 4 + (flags & WORDS ? 4 : 2) + bytesOfScale(flags);
  }
  return components;
}

function bytesOfScale(flags: number): number {
  if (flags & SCALE) return 2;
  if (flags & TWO_SCALES) return 4;
  return flags & MATRIX ? 8 : 0;
}

const HEADER = 12;
const ENTRY = 16;
/** OpenType "head" defines checksumAdjustment by this sum. */
const WHOLE = 0xb1b0afba;
const ADJUSTMENT = 8;

export function writeSfnt(tables: ReadonlyMap<string, Uint8Array>): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const start = HEADER + ENTRY * sorted.length;
  const file = Buffer.alloc(start + sorted.reduce((sum, [, { length }]) => sum + padded(length), 0));
  writeHeader(file, sorted.length);
  let place = start;
  let head = 0;
  sorted.forEach(([tag, bytes], index) => {
    file.set(bytes, place);
    if (tag === 'head') {
      head = place;
      file.writeUInt32BE(0, head + ADJUSTMENT);
    }
    const checksum = checksumOf(file.subarray(place, place + padded(bytes.length)));
    writeEntry(file, HEADER + ENTRY * index, { tag, checksum, place, length: bytes.length });
    place += padded(bytes.length);
  });
  file.writeUInt32BE((WHOLE - checksumOf(file)) >>> 0, head + ADJUSTMENT);
  return file;
}

function padded(length: number): number {
  return (length + 3) & ~3;
}

function writeHeader(file: Buffer, count: number): void {
  const selector = Math.floor(Math.log2(count));
  const range = ENTRY << selector;
  file.writeUInt32BE(0x00010000, 0);
  file.writeUInt16BE(count, 4);
  file.writeUInt16BE(range, 6);
  file.writeUInt16BE(selector, 8);
  file.writeUInt16BE(ENTRY * count - range, 10);
}

interface Entry {
  readonly tag: string;
  readonly checksum: number;
  readonly place: number;
  readonly length: number;
}

function writeEntry(file: Buffer, at: number, { tag, checksum, place, length }: Entry): void {
  file.write(tag, at, 'latin1');
  file.writeUInt32BE(checksum, at + 4);
  file.writeUInt32BE(place, at + 8);
  file.writeUInt32BE(length, at + 12);
}

function checksumOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0;
  for (let place = 0; place < view.byteLength; place += 4) sum = (sum + view.getUint32(place)) | 0;
  return sum >>> 0;
}

const SHARED = ['cvt ', 'fpgm', 'prep'];
/** Offsets of the two-byte format reach so far. */
const SHORT_REACH = 2 * 0xffff;

/**
 * Makes a subset that is the same for the same glyphs, with their components, and with glyphs numbered as
 * before (tables of ISO 32000-1 9.9). A variable font becomes its default instance. Throws `font_not_usable`.
 */
export function subsetFont(tables: FontTables, glyphs: Iterable<number>): Buffer {
  return whileReading(() => {
    const outlines = readOutlines(tables);
    const kept = closeOverComponents(outlines, glyphs);
    const count = (kept.at(-1) ?? 0) + 1;
    const { glyf, loca, isLong } = packOutlines(outlines, kept, tableOf(tables, 'glyf').byteLength);
    const advances = Math.min(count, countAdvances(tables));
    return writeSfnt(
      new Map([
        ...SHARED.filter((tag) => tables.has(tag)).map((tag) => [tag, copyOf(tables, tag)] as const),
        ['glyf', glyf],
        ['head', patched(tables, 'head', 50, Number(isLong))],
        ['hhea', patched(tables, 'hhea', 34, advances)],
        ['hmtx', packMetrics(tableOf(tables, 'hmtx'), kept, advances)],
        ['loca', loca],
        ['maxp', patched(tables, 'maxp', 4, count)],
      ]),
    );
  });
}

interface PackedOutlines {
  readonly glyf: Buffer;
  readonly loca: Buffer;
  readonly isLong: boolean;
}

function packOutlines(outlines: GlyphOutlines, kept: readonly number[], limit: number): PackedOutlines {
  const pieces = kept.map((glyph) => outlines.outlineOf(glyph));
  const lengths = pieces.map(({ byteLength }) => byteLength + (byteLength % 2));
  const size = lengths.reduce((sum, length) => sum + length, 0);
  // They would make a huge subset of a small font.
  if (size > limit + kept.length) throw notTrueType('one with overlapping outlines');
  const glyf = Buffer.alloc(size);
  const offsets = new Uint32Array((kept.at(-1) ?? 0) + 2);
  let [place, next] = [0, 0];
  kept.forEach((glyph, index) => {
    offsets.fill(place, next, glyph + 1);
    glyf.set(bytesOf(pieces[index]), place);
    place += lengths[index] ?? 0;
    next = glyph + 1;
  });
  offsets.fill(place, next);
  return { glyf, loca: packOffsets(offsets, size > SHORT_REACH), isLong: size > SHORT_REACH };
}

function packOffsets(offsets: Uint32Array, isLong: boolean): Buffer {
  const loca = new DataView(new ArrayBuffer(offsets.length * (isLong ? 4 : 2)));
  for (let index = 0; index < offsets.length; index += 1) {
    const offset = offsets[index] ?? 0;
    if (isLong) loca.setUint32(4 * index, offset);
    else loca.setUint16(2 * index, offset / 2);
  }
  return bytesOf(loca);
}

/** Zeros for other glyphs compress well. */
function packMetrics(hmtx: DataView, kept: readonly number[], advances: number): Buffer {
  const from = bytesOf(hmtx);
  const count = (kept.at(-1) ?? 0) + 1;
  const packed = Buffer.alloc(advances * LONG_METRIC + (count - advances) * 2);
  // The last advance applies to all following glyphs.
  for (const glyph of [...kept, advances - 1]) {
    const isLong = glyph < advances;
    const start = isLong ? glyph * LONG_METRIC : advances * LONG_METRIC + (glyph - advances) * 2;
    packed.set(from.subarray(start, start + (isLong ? LONG_METRIC : 2)), start);
  }
  return packed;
}

function patched(tables: FontTables, tag: string, at: number, value: number): Buffer {
  const copy = copyOf(tables, tag);
  copy.writeUInt16BE(value, at);
  return copy;
}

function copyOf(tables: FontTables, tag: string): Buffer {
  return Buffer.from(bytesOf(tableOf(tables, tag)));
}

function bytesOf(view: DataView | undefined): Buffer {
  return view === undefined ? Buffer.alloc(0) : Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}
