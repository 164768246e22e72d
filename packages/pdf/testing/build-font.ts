import { writeSfnt } from '../fonts/subset-font.ts';

export interface FontParts {
  readonly outlines?: readonly Uint8Array[];
  readonly offsets?: readonly number[];
  readonly tables?: Readonly<Record<string, Uint8Array>>;
}

export function buildFont({
  outlines = [NOTHING, NOTHING, NOTHING],
  offsets,
  tables = {},
}: FontParts): Buffer {
  const count = outlines.length;
  const ends = outlines.map((_, index) =>
    outlines.slice(0, index + 1).reduce((sum, { length }) => sum + length, 0),
  );
  const parts: Record<string, Uint8Array> = {
    cmap: words(0, 0),
    glyf: Buffer.concat(outlines),
    head: words(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000, ...Array<number>(17).fill(0)),
    hhea: words(1, 0, 800, -200, ...Array<number>(13).fill(0), count),
    hmtx: words(...outlines.flatMap(() => [500, 0])),
    loca: words(...(offsets ?? [0, ...ends]).map((offset) => offset / 2)),
    maxp: words(1, 0, count, ...Array<number>(13).fill(0)),
  };
  return writeSfnt(new Map(Object.entries({ ...parts, ...tables })));
}

const NOTHING = new Uint8Array(0);

export function composedOf(...glyphs: readonly number[]): Buffer {
  const more = (index: number) => (index === glyphs.length - 1 ? 0 : 0x20);
  return words(-1, 0, 0, 0, 0, ...glyphs.flatMap((glyph, index) => [0x1 | more(index), glyph, 0, 0]));
}

export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => {
    bytes.writeUInt16BE(value & 0xffff, index * 2);
  });
  return bytes;
}
