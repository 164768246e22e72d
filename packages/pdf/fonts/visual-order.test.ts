import { expect, test } from 'vitest';
import { orderGraphemes } from './line-layout.ts';

const order = (line: string) => orderGraphemes(line).map(({ text }) => text);

test.each([
  ['abc', ['a', 'b', 'c']],
  ['שלום', ['ם', 'ו', 'ל', 'ש']],
  ['של 42', ['4', '2', ' ', 'ל', 'ש']],
  ['a שב', ['a', ' ', 'ב', 'ש']],
  ['e\u0301x', ['e\u0301', 'x']],
  ['', []],
])('%s is displayed as %j', (line, expected) => {
  expect(order(line)).toEqual(expected);
});

test('characters know in which direction they are read, so that brackets can be mirrored', () => {
  expect(orderGraphemes('ש(').map(({ direction }) => direction)).toEqual(['rtl', 'rtl']);
});
