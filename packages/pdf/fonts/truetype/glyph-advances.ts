import { type FontTables, notTrueType, tableOf, whileReading } from './sfnt.ts';

/** Bytes of an advance with its bearing. */
export const LONG_METRIC = 4;

/** Font units. Throws `font_not_usable`. */
export function readAdvances(tables: FontTables): (glyph: number) => number {
  const hmtx = tableOf(tables, 'hmtx');
  const count = countAdvances(tables);
  return (glyph) => hmtx.getUint16(Math.min(glyph, count - 1) * LONG_METRIC);
}

/** Those with their own advance. */
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
