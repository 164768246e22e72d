import { expect, test } from 'vitest';
import { parseDefaultAppearance } from './widget-look.ts';

test.each([
  ['/Helv 12 Tf 0 g', 'Helv', 12, '0 g'],
  ['0 0 1 rg /F1 0 Tf', 'F1', 0, '0 0 1 rg'],
  ['/TiRo 9.5 Tf .2 .3 .4 0 k', 'TiRo', 9.5, '.2 .3 .4 0 k'],
  ['/Helv -8 Tf', 'Helv', 8, '0 g'],
  ['/ 10 Tf', '', 10, '0 g'],
  ['/A 1 Tf 1 g /Helv 7 Tf 0.5 g', 'Helv', 7, '0.5 g'],
])('%s', (text, font, size, colour) => {
  expect(parseDefaultAppearance(text)).toEqual({ font, size, colour });
});

test.each(['', '0 g', '/Helv Tf', '/Helv 1e9 Tf', '/Helv 99999 Tf', 'garbage'])('"%s" is broken', (text) => {
  expect(parseDefaultAppearance(text)).toBeUndefined();
});

test('a long row of digits is read in no time', () => {
  expect(parseDefaultAppearance(`${'1'.repeat(1_000_000)} Tf`)).toBeUndefined();
});
