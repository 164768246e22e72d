import { type FontTables, tableOf, whileReading } from './sfnt.ts';

export type GlyphLookup = (codePoint: number) => number;

/** Platform and encoding, best first. */
const UNICODE = ['3.10', '0.6', '0.4', '3.1', '0.3', '0.2', '0.1', '0.0'];
/** Symbol fonts remap their characters, so it is preferred. */
const SYMBOL = '3.0';

const FORMATS: ReadonlyMap<number, (subtable: DataView) => GlyphLookup> = new Map([
  [4, bySegments],
  [12, byGroups],
]);

/** The two common formats; undefined for others. Throws `font_not_usable`. */
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
  // Once for all lookups below.
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
