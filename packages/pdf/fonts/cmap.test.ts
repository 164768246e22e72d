import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { buildFont, words } from '../testing/build-font.ts';
import { ShapedFont } from './harfbuzz.ts';
import { FontFace } from './known-fonts.ts';
import { readCmap, readTables } from './truetype-tables.ts';

const { resolve } = createRequire(import.meta.url);
const CODE_POINTS = 0x30000;
/** Offset of the subtable after a list of one. */
const START = 12;

function cmapOf(encoding: readonly [platform: number, encoding: number], ...subtable: readonly number[]) {
  return words(0, 1, ...encoding, 0, START, ...subtable);
}

function lookupIn(cmap: Uint8Array) {
  return readCmap(readTables(buildFont({ tables: { cmap } })));
}

/** U+0041 to U+0043 by a delta, U+0061 and U+0062 by a glyph list; the mandatory last segment. */
const SEGMENTS = [
  ...[4, 0, 0, 6, 0, 0, 0],
  ...[0x43, 0x62, 0xffff],
  0,
  ...[0x41, 0x61, 0xffff],
  ...[1 - 0x41, 0, 1],
  ...[0, 4, 0],
  ...[9, 7],
];
const GROUPS = [12, 0, 0, 28, 0, 0, 0, 2, ...[0, 0x41, 0, 0x43, 0, 1], ...[1, 0xf600, 1, 0xf601, 0, 9]];

describe('readCmap', () => {
  it.each([
    'noto-sans/400Regular/NotoSans',
    'noto-sans-arabic/400Regular/NotoSansArabic',
    'noto-sans-jp/400Regular/NotoSansJP',
  ])('gives every character of %s the glyph that HarfBuzz gives it', (name) => {
    const bytes = readFileSync(resolve(`@expo-google-fonts/${name}_400Regular.ttf`));
    const [lookup, shaped] = [readCmap(readTables(bytes)), new ShapedFont(bytes)];
    const points = Array.from({ length: CODE_POINTS }, (_, codePoint) => codePoint);
    expect(points.filter((each) => lookup?.(each) !== shaped.glyphOf(each))).toEqual([]);
    expect(points.filter((each) => lookup?.(each) !== 0).length).toBeGreaterThan(1_000);
  });

  it('finds glyphs by segments', () => {
    const lookup = lookupIn(cmapOf([3, 1], ...SEGMENTS));
    const glyphs = [0x40, 0x41, 0x43, 0x44, 0x60, 0x61, 0x62, 0x63, 0x10041].map((each) => lookup?.(each));
    expect(glyphs).toEqual([0, 1, 3, 0, 0, 9, 7, 0, 0]);
  });

  it('finds glyphs by groups', () => {
    const lookup = lookupIn(cmapOf([3, 10], ...GROUPS));
    expect([0x40, 0x43, 0x44, 0x1f600, 0x1f601, 0x1f602].map((each) => lookup?.(each))).toEqual([
      0, 3, 0, 9, 10, 0,
    ]);
  });

  it('finds none where a list of glyphs leads out of the table', () => {
    const lookup = lookupIn(cmapOf([3, 1], ...SEGMENTS.slice(0, -1)));
    expect([0x61, 0x62].map((each) => lookup?.(each))).toEqual([9, 0]);
  });

  it.each([
    ['another format', cmapOf([3, 1], 6, 12, 0, 0x41, 1, 1)],
    ['a symbol font', cmapOf([3, 0], ...SEGMENTS)],
    ['no subtable for Unicode', cmapOf([1, 0], ...SEGMENTS)],
  ])('leaves %s to HarfBuzz', (_, cmap) => {
    expect(lookupIn(cmap)).toBeUndefined();
  });

  it.each([
    ['segments', cmapOf([3, 1], 4, 0, 0, 600, 0, 0, 0)],
    ['groups', cmapOf([3, 10], 12, 0, 0, 16, 0, 0, 0xffff, 0xffff)],
    ['a subtable', words(0, 1, 3, 1, 0, 9_999)],
    ['the list of subtables', words(0, 100, 3, 1)],
  ])('refuses a font with %s beyond the end', (_, cmap) => {
    expect(() => lookupIn(cmap)).toThrow(expect.objectContaining({ code: 'font_not_usable' }));
  });
});

describe('a font face', () => {
  it('has no glyph for a character whose glyph the font does not have', () => {
    const face = new FontFace(buildFont({ tables: { cmap: cmapOf([3, 1], ...SEGMENTS) } }));
    expect([0x41, 0x42, 0x61].map((each) => face.glyphOf(each))).toEqual([1, 2, 0]);
  });

  it('asks HarfBuzz where the font has its characters in another format', () => {
    const face = new FontFace(buildFont({ tables: { cmap: cmapOf([3, 1], 6, 12, 0, 0x41, 1, 2) } }));
    expect([0x40, 0x41].map((each) => face.glyphOf(each))).toEqual([0, 2]);
  });

  it('is refused without widths', () => {
    expect(() => new FontFace(buildFont({ tables: { hmtx: new Uint8Array(2) } }))).toThrow(
      expect.objectContaining({ code: 'font_not_usable' }),
    );
  });
});
