import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayBreak, NEEDS_DICTIONARY, splitAtLineBreaks } from './line-layout.ts';
import { splitText } from './script-runs.ts';

test.each([
  ['', []],
  ['one two  three ', ['one ', 'two  ', 'three ']],
  ['  one', ['  ', 'one']],
  ['10\u00a0kg of well-known', ['10\u00a0kg ', 'of ', 'well-', 'known']],
  ['2026-11-21', ['2026-11-21']],
  ['שלום עולם', ['שלום ', 'עולם']],
  ['東京都、日本', ['東', '京', '都、', '日', '本']],
  ['「東京」に', ['「東', '京」', 'に']],
  ['ラーメン', ['ラー', 'メ', 'ン']],
  ['Tokyo東京', ['Tokyo', '東', '京']],
  ['ภาษาไทยง่าย', ['ภาษา', 'ไทย', 'ง่าย']],
])('%o may break into %o', (text, pieces) => {
  expect(splitAtLineBreaks(text)).toEqual(pieces);
});

/** Looks at the whole piece for each segment, as long texts cannot afford. */
function splitSlowly(text: string): string[] {
  const pieces: string[] = [];
  for (const segment of splitText(text, NEEDS_DICTIONARY.test(text) ? 'word' : 'grapheme')) {
    const piece = pieces.pop();
    const isBetweenWords = NEEDS_DICTIONARY.test(piece ?? '') && NEEDS_DICTIONARY.test(segment);
    if (piece === undefined) pieces.push(segment);
    else if (mayBreak(piece, segment, isBetweenWords)) pieces.push(piece, segment);
    else pieces.push(piece + segment);
  }
  return pieces;
}

test('the pieces are those of a look at the whole piece, add up to the text, and none is empty', () => {
  const unit = fc.constantFrom(
    ...'ab -,.\t(\u00a0\u0301\u2003\u200d东「」ーにไทยງ่קש',
    '\u{1f58b}',
    '\u{20000}',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
      const pieces = splitAtLineBreaks(text);
      expect(pieces).toEqual(splitSlowly(text));
      expect(pieces.join('')).toBe(text);
      expect(pieces).not.toContain('');
    }),
    { numRuns: 2_000 },
  );
});
