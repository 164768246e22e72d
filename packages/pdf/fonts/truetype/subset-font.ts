import { countAdvances, LONG_METRIC } from './glyph-advances.ts';
import { closeOverComponents, type GlyphOutlines, readOutlines } from './glyph-outlines.ts';
import { type FontTables, notTrueType, tableOf, whileReading } from './sfnt.ts';
import { writeSfnt } from './write-sfnt.ts';

const SHARED = ['cvt ', 'fpgm', 'prep'];
/** In the two-byte format. */
const SHORT_REACH = 2 * 0xffff;

/**
 * Deterministic, with components, glyphs numbered as before (tables of ISO 32000-1 9.9). A variable font
 * becomes its default instance. Throws `font_not_usable`.
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
  // It applies to all following glyphs.
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
