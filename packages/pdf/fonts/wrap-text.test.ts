import { expect, test } from 'vitest';
import { joinLines, splitGraphemes, wrapText } from './line-layout.ts';

/** Every character is one wide. */
const measure = (text: string) => text.length;

test.each([
  ['', 5, ['']],
  ['one two', 7, ['one two']],
  ['one two', 6, ['one', 'two']],
  ['one two   three', 5, ['one', 'two', 'three']],
  ['abcdefgh', 3, ['abc', 'def', 'gh']],
  ['ab abcdefgh', 3, ['ab', 'abc', 'def', 'gh']],
  ['a\nb\r\nc\rd', 9, ['a', 'b', 'c', 'd']],
  ['a\n\nb', 9, ['a', '', 'b']],
  ['abc', 0, ['a', 'b', 'c']],
  ['東京都、日本', 3, ['東京', '都、日', '本']],
  ['10\u00a0kg or', 6, ['10\u00a0kg', 'or']],
  ['well-known', 6, ['well-', 'known']],
])('%o in %i gives %o', (text, width, lines) => {
  expect(wrapText(text, width, measure).map((line) => line.text)).toEqual(lines);
});

test('line breaks become blanks in a single line', () => {
  expect(joinLines('a\r\nb\nc')).toBe('a b c');
});

/** VT and NEL were `text_not_drawable`, but text pasted from Word has VT for manual line breaks. */
test.each(['\n', '\v', '\f', '\r', '\r\n', '\u0085', '\u2028', '\u2029'])('%j ends a line', (end) => {
  expect(wrapText(`a${end}b`, 9, measure).map((line) => line.text)).toEqual(['a', 'b']);
  expect(joinLines(`a${end}b`)).toBe('a b');
});

test('marks stay with their letters', () => {
  expect(splitGraphemes('e\u0301👩‍🔬')).toEqual(['e\u0301', '👩‍🔬']);
});

test('all lines of a paragraph have its direction, also those that begin with the other script', () => {
  const lines = wrapText('שלום abc\nabc שלום', 5, measure);
  expect(lines).toEqual([
    { text: 'שלום', direction: 'rtl' },
    { text: 'abc', direction: 'rtl' },
    { text: 'abc', direction: 'ltr' },
    { text: 'שלום', direction: 'ltr' },
  ]);
});
