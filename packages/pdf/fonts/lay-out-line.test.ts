import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundsOf } from '../testing/share.ts';
import { makeFontStack } from './font-stack.ts';
import { type GlyphRun, layOutLine, layOutShaped, measureLine } from './line-layout.ts';
import { isSimpleText } from './script-runs.ts';

const fonts = makeFontStack([], undefined);

/** All BMP characters that need no shaping and that an available font has. */
const SIMPLE = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter(
  (character) => isSimpleText(character) && character === character.normalize('NFC') && isDrawable(character),
);

function isDrawable(text: string): boolean {
  try {
    return fonts.chooseFor(text) !== undefined;
  } catch {
    return false;
  }
}

function listGlyphs(runs: readonly GlyphRun[]) {
  return runs.flatMap(({ face, clusters }) =>
    clusters.flatMap(({ text, glyphs }) =>
      glyphs.map(({ glyph, advance, dx, dy }) => ({
        font: face.header.postScriptName,
        text,
        glyph,
        advance,
        dx,
        dy,
      })),
    ),
  );
}

/** Letters from left to right as displayed. */
function seen(text: string, direction?: 'ltr' | 'rtl'): string {
  const { runs } = layOutLine(text, fonts, { direction });
  return runs.flatMap(({ clusters }) => clusters.map((cluster) => cluster.text)).join('');
}

describe('the way without shaping', () => {
  it('serves thousands of characters', () => {
    expect(SIMPLE.length).toBeGreaterThan(3_000);
  });

  it('serves no mark, which belongs over the letter before it', () => {
    // U+2DE0, a combining Cyrillic letter, was once included.
    expect(SIMPLE.filter((character) => /\p{M}|\p{Cf}/u.test(character))).toEqual([]);
  });

  it('gives every single character the glyph that shaping gives it', () => {
    const line = SIMPLE.filter((character) => character !== ' ').join('');
    expect(listGlyphs(layOutLine(line, fonts).runs)).toEqual(listGlyphs(layOutShaped(line, 'ltr', fonts)));
  });

  it('equals shaping for any text of such characters', () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom(...SIMPLE), fc.constant(' ')), { maxLength: 12 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, (each) => {
        const line = each.normalize('NFC');
        fc.pre(isSimpleText(line));
        const shaped = listGlyphs(layOutShaped(line, 'ltr', fonts));
        expect(listGlyphs(layOutLine(line, fonts).runs)).toEqual(shaped);
      }),
      { numRuns: roundsOf(300) },
    );
  });

  it.each(['AVATAR', 'office ffi', 'Τάξη', 'Город'])('measures %s as the sum of its letters', (text) => {
    const sum = [...text].reduce((width, letter) => width + measureLine(letter, fonts), 0);
    expect(measureLine(text, fonts)).toBeCloseTo(sum, 9);
  });
});

describe('a line of both directions', () => {
  it.each([
    ['abc', 'abc'],
    ['אבג', 'גבא'],
    ['abc אבג def', 'abc גבא def'],
    ['אבג 123 דהו', 'והד 123 גבא'],
    ['אבג (abc) ד', 'ד (abc) גבא'.replace('(', '\0').replace(')', '(').replace('\0', ')')],
    ['\u{1e900}\u{1e901} a', 'a \u{1e901}\u{1e900}'],
  ])('%s is seen as its letters stand from left to right', (text, expected) => {
    if (!isDrawable('\u{1e900}') && text.startsWith('\u{1e900}')) return;
    expect(seen(text)).toBe(expected);
  });

  it('follows its paragraph, even where it begins with the other script', () => {
    expect(seen('abc אבג')).toBe('abc גבא');
    expect(seen('abc אבג', 'rtl')).toBe('גבא abc');
    expect(layOutLine('abc אבג', fonts, { direction: 'rtl' }).direction).toBe('rtl');
  });

  it('turns brackets around', () => {
    const [run] = layOutLine('א(ב)', fonts, {}).runs.slice(-1);
    const glyphs = layOutLine('(', fonts).runs[0]?.clusters[0]?.glyphs;
    const brackets = layOutLine('א(ב)', fonts).runs.flatMap(({ face, clusters }) =>
      clusters.filter(({ text }) => text === ')').map(({ glyphs: [first] }) => ({ face, first })),
    );
    expect(run).toBeDefined();
    expect(brackets[0]?.first?.glyph).toBe(glyphs?.[0]?.glyph);
  });
});

describe('marks and joined letters', () => {
  it('puts a mark over its letter without moving on', () => {
    const [run] = layOutLine('q\u0303', fonts).runs;
    const [letter, mark] = run?.clusters.flatMap(({ glyphs }) => glyphs) ?? [];
    expect(mark?.advance).toBe(0);
    expect(measureLine('q\u0303', fonts)).toBe(measureLine('q', fonts));
    expect(letter?.glyph).not.toBe(mark?.glyph);
  });

  it('stacks decomposed Vietnamese as its composed letter', () => {
    const name = 'Nguyễn Thị Hạnh';
    expect(layOutLine(name.normalize('NFD'), fonts)).toEqual(layOutLine(name, fonts));
  });

  it('joins Arabic letters: three alone are wider than the word', () => {
    const alone = [...'عين'].reduce((width, letter) => width + measureLine(letter, fonts), 0);
    expect(measureLine('عين', fonts)).toBeLessThan(alone);
  });

  it('leaves no blank for joiners, selectors and directional marks', () => {
    expect(measureLine('a\u200db\ufe0fc\u200e\u2066\u2069', fonts)).toBeCloseTo(measureLine('abc', fonts), 9);
  });
});
