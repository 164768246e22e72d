import { type FontTables, notTrueType, tableOf, whileReading } from './sfnt.ts';

const WORDS = 0x1;
const SCALE = 0x8;
const MORE = 0x20;
const TWO_SCALES = 0x40;
const MATRIX = 0x80;

/** Of composite glyphs; fonts say two or three. */
const MAX_NESTING = 16;

export interface GlyphOutlines {
  readonly count: number;
  /** Throws a RangeError beyond the tables. */
  outlineOf(glyph: number): DataView;
}

/** Offsets of "loca" have two bytes (halved) or four. */
export function readOutlines(tables: FontTables): GlyphOutlines {
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

/** Components and glyph 0 too, ascending. Throws `font_not_usable`. */
export function closeOverComponents(outlines: GlyphOutlines, glyphs: Iterable<number>): number[] {
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
