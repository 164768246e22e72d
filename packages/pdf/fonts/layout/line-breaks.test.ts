import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitAtLineBreaks } from './line-breaks.ts';

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

test('the pieces together are the text, and none is empty', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab -,.\u00a0东「」ーにไทยקש') });
  fc.assert(
    fc.property(text, (each) => {
      const pieces = splitAtLineBreaks(each);
      expect(pieces.join('')).toBe(each);
      expect(pieces).not.toContain('');
    }),
  );
});
