import { expect, it } from 'vitest';
import { contrastWithWhite, isReadableColor } from './text.ts';

it.each([
  ['#000000', 21],
  ['#ffffff', 1],
  // The grey of the least contrast that WCAG allows, and the next.
  ['#767676', 4.54],
  ['#777777', 4.48],
])('the contrast of %s and white is %s', (color, contrast) => {
  expect(contrastWithWhite(color)).toBeCloseTo(contrast, 2);
});

it.each([
  ['#1b5fae', true],
  ['#767676', true],
  ['#777777', false],
  ['#1B5FAE', false],
  ['1b5fae', false],
  ['#1b5', false],
  ['red', false],
  ['#1b5fae;}', false],
])('%s can be read under white text: %s', (color, isReadable) => {
  expect(isReadableColor(color)).toBe(isReadable);
});
