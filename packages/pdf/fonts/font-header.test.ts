import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { readFontHeader, readTables } from './truetype-tables.ts';

const require = createRequire(import.meta.url);
const notoSans = readFileSync(
  require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
);

describe('readFontHeader', () => {
  it('reads what a font descriptor needs', () => {
    expect(readFontHeader(readTables(notoSans))).toMatchObject({
      postScriptName: 'NotoSans-Regular',
      unitsPerEm: 1000,
      ascent: 1069,
      descent: -293,
      capHeight: 714,
      italicAngle: 0,
    });
  });

  it.each([
    ['OTTO', 'an OpenType font with PostScript outlines'],
    ['ttcf', 'a font collection'],
    ['wOF2', 'a WOFF2 font'],
    ['%PDF', 'not a font'],
    ['\0\x01\0\0', 'without the table "cmap"'],
  ])('says what a file is that begins with %o', (start, found) => {
    const bytes = Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(40)]);
    expect(() => readFontHeader(readTables(bytes))).toThrow(
      expect.objectContaining({ code: 'font_not_usable', params: { found } }),
    );
  });

  it('refuses every beginning of a font, wherever it was cut', () => {
    for (let length = 0; length < notoSans.length; length += 9_973) {
      const cut = () => readFontHeader(readTables(notoSans.subarray(0, length)));
      expect(cut).toThrow(expect.objectContaining({ code: 'font_not_usable' }));
    }
  });
});
