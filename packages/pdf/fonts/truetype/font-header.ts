import { type FontTables, notTrueType, tableOf, whileReading } from './sfnt.ts';

/** ISO 32000-1 9.8; font units, y upwards. */
export interface FontHeader {
  readonly postScriptName: string;
  readonly unitsPerEm: number;
  readonly box: readonly [left: number, bottom: number, right: number, top: number];
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  /** Negative leans to the right. */
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

/** From version 2 of OS/2. */
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
