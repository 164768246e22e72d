import { expect, it } from 'vitest';
import { opaqueBounds } from './strokes.ts';

function picture(rows: readonly string[]) {
  const data = rows.flatMap((row) => [...row].flatMap((pixel) => [0, 0, 0, pixel === '#' ? 9 : 0]));
  return { data, width: rows[0]?.length ?? 0, height: rows.length };
}

it('finds the rectangle that the ink takes', () => {
  expect(opaqueBounds(picture(['.....', '..#..', '...#.', '.....']))).toEqual({
    x: 2,
    y: 1,
    width: 2,
    height: 2,
  });
  expect(opaqueBounds(picture(['#']))).toEqual({ x: 0, y: 0, width: 1, height: 1 });
});

it('finds nothing in an empty picture', () => {
  expect(opaqueBounds(picture(['...', '...']))).toBe(null);
});
