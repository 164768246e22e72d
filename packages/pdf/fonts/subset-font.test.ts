import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fontkit from '@pdf-lib/fontkit';
import { describe, expect, it } from 'vitest';
import { buildFont, composedOf, words } from '../testing/build-font.ts';
import { FontFace } from './known-fonts.ts';
import { subsetFont } from './subset-font.ts';
import { readAdvances, readTables } from './truetype-tables.ts';

const { resolve } = createRequire(import.meta.url);
const notoSans = readFileSync(resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'));
const face = new FontFace(notoSans);
const tables = readTables(notoSans);
const glyphCount = 4503;
/** An outline of one contour with one point, at the origin. */
const DOT = words(1, 0, 0, 0, 0, 0, 0, 0x3100);

/** Glyphs as another font library reads them. */
function readOutlines(font: Buffer, glyphs: readonly number[]): string[] {
  const reader = fontkit.create(font) as unknown as {
    getGlyph(id: number): { readonly path: { toSVG(): string } };
  };
  return glyphs.map((glyph) => reader.getGlyph(glyph).path.toSVG());
}

function glyphsOf(text: string): number[] {
  return [...text].map((character) => face.glyphOf(character.codePointAt(0) ?? 0));
}

function sumOfWords(bytes: Buffer): number {
  let sum = 0;
  for (let place = 0; place < bytes.length; place += 4) sum = (sum + bytes.readUInt32BE(place)) >>> 0;
  return sum;
}

describe('a subset', () => {
  it.each([
    ['plain letters', 'Ada'],
    ['a letter composed of two', 'Å'],
    ['letters composed of three', 'ếᾧ'],
    ['a blank', 'a b'],
  ])('draws %s as the font does', (_, text) => {
    const glyphs = glyphsOf(text);
    const subset = subsetFont(tables, glyphs);
    expect(readOutlines(subset, glyphs)).toEqual(readOutlines(notoSans, glyphs));
    expect(readOutlines(subset, glyphs).join('')).toMatch(/^M/);
  });

  it('draws every glyph as the font does when it has all of them', () => {
    const glyphs = Array.from({ length: glyphCount }, (_, glyph) => glyph);
    const subset = subsetFont(tables, glyphs);
    expect(readOutlines(subset, glyphs)).toEqual(readOutlines(notoSans, glyphs));
  });

  it('keeps the first glyph and the last, and ends after the last one that is used', () => {
    const [letter = 0] = glyphsOf('A');
    expect(tableIn(subsetFont(tables, [letter]), 'maxp').getUint16(4)).toBe(letter + 1);
    expect(readOutlines(subsetFont(tables, [letter]), [0])).toEqual(readOutlines(notoSans, [0]));
    const last = glyphCount - 1;
    expect(readOutlines(subsetFont(tables, [last]), [last])).toEqual(readOutlines(notoSans, [last]));
  });

  it('has the widths of its glyphs', () => {
    const glyphs = glyphsOf('Wi å');
    const subset = subsetFont(tables, glyphs);
    const used = ['head', 'hhea', 'hmtx'].map((tag) => [tag, tableIn(subset, tag)] as const);
    const advanceOf = readAdvances(new Map(used));
    expect(glyphs.map(advanceOf)).toEqual(glyphs.map(face.advanceOf));
  });

  it('leaves out what is not used', () => {
    expect(subsetFont(tables, glyphsOf('Ada')).length).toBeLessThan(4_000);
  });

  it('has instructions and what they share, and no table that a page does not need', () => {
    const [shared, other] = [words(7, 7), words(8)];
    const font = buildFont({
      tables: { 'cvt ': shared, fpgm: shared, prep: shared, fvar: other, GSUB: other },
    });
    const subset = subsetFont(readTables(font), [1]);
    const tags = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'];
    expect(listTags(subset)).toEqual(tags);
    expect(tableIn(subset, 'fpgm').getUint32(0)).toBe(0x00070007);
  });

  it('is the same bytes for the same glyphs in any order, with the checksum of a font', () => {
    const subset = subsetFont(tables, glyphsOf('Nguyễn'));
    expect(subsetFont(tables, [...glyphsOf('Nguyễn')].reverse()).equals(subset)).toBe(true);
    expect(sumOfWords(subset)).toBe(0xb1b0afba);
  });

  it('has offsets of four bytes where two do not reach', () => {
    const glyphs = Array.from({ length: glyphCount }, (_, glyph) => glyph);
    expect(tableIn(subsetFont(tables, glyphs), 'head').getInt16(50)).toBe(1);
    expect(tableIn(subsetFont(tables, glyphsOf('Ada')), 'head').getInt16(50)).toBe(0);
  });
});

/** Tags of a file without the tables that fonts need outside PDF. */
function listTags(font: Buffer): string[] {
  const count = font.readUInt16BE(4);
  return Array.from({ length: count }, (_, index) =>
    font.toString('latin1', 12 + 16 * index, 16 + 16 * index),
  );
}

function tableIn(font: Buffer, tag: string): DataView {
  const entry = 12 + 16 * listTags(font).indexOf(tag);
  return new DataView(
    font.buffer,
    font.byteOffset + font.readUInt32BE(entry + 8),
    font.readUInt32BE(entry + 12),
  );
}

describe('a font that is wrong', () => {
  const subset = (font: Buffer, glyphs: readonly number[]) => subsetFont(readTables(font), glyphs);
  const chain = Array.from({ length: 40 }, (_, glyph) => composedOf(glyph + 1));

  it('can be subset while it is valid', () => {
    const font = buildFont({ outlines: [DOT, composedOf(2, 0), DOT] });
    expect(listTags(subset(font, [1]))).toContain('glyf');
  });

  it.each([
    ['a glyph composed of itself', buildFont({ outlines: [DOT, composedOf(1), DOT] }), 'nested'],
    [
      'two glyphs composed of each other',
      buildFont({ outlines: [DOT, composedOf(0, 2), composedOf(1)] }),
      'nested',
    ],
    ['a long chain of glyphs', buildFont({ outlines: [DOT, ...chain.slice(1), DOT] }), 'nested'],
    ['a component that is not there', buildFont({ outlines: [DOT, composedOf(3), DOT] }), 'does not have'],
    ['components cut short', buildFont({ outlines: [DOT, composedOf(0).subarray(0, 12), DOT] }), 'cut short'],
    [
      'an outline beyond the end',
      buildFont({ outlines: [DOT, DOT, DOT], offsets: [0, 16, 1600, 1600] }),
      'outside',
    ],
    ['an outline that ends before it begins', buildFont({ offsets: [0, 16, 0, 0] }), 'outside'],
    ['too few offsets', buildFont({ outlines: [DOT, DOT], offsets: [0, 16] }), 'cut short'],
    [
      'a head that is cut short',
      buildFont({ tables: { head: words(...Array<number>(22).fill(1)) } }),
      'cut short',
    ],
  ])('is refused: %s', (_, font, found) => {
    expect(() => subset(font, [1, 2])).toThrow(
      expect.objectContaining({
        code: 'font_not_usable',
        params: { found: expect.stringContaining(found) },
      }),
    );
  });

  it('is refused if outlines overlap: a small font would make a huge subset', () => {
    const offsets = [0, 64, 0, 64, 0, 64, 64];
    const font = buildFont({ outlines: [DOT, DOT, DOT, DOT, DOT, DOT], offsets });
    expect(() => subset(font, [2, 4])).toThrow(expect.objectContaining({ code: 'font_not_usable' }));
    expect(() => subset(font, [])).not.toThrow();
  });

  it('draws nothing for a number that it does not have', () => {
    const font = buildFont({ outlines: [DOT, DOT] });
    expect(subset(font, [1, 7]).equals(subset(font, [1]))).toBe(true);
  });
});
