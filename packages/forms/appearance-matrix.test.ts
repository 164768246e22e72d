import { expect, test } from 'vitest';
import { placeAppearance, turnAround } from './flatten.ts';

const IDENTITY = [1, 0, 0, 1, 0, 0];

test.each([
  ['moves', [0, 0, 10, 10], IDENTITY, [100, 200, 110, 210], [1, 0, 0, 1, 100, 200]],
  ['scales', [0, 0, 10, 10], IDENTITY, [0, 0, 20, 5], [2, 0, 0, 0.5, 0, 0]],
  ['takes corners in any order', [10, 10, 0, 0], IDENTITY, [110, 210, 100, 200], [1, 0, 0, 1, 100, 200]],
  ['sees through an offset box', [5, 5, 15, 15], IDENTITY, [0, 0, 10, 10], [1, 0, 0, 1, -5, -5]],
  [
    'sees through a turning matrix',
    [0, 0, 20, 10],
    [0, 1, -1, 0, 10, 0],
    [50, 50, 60, 70],
    [1, 0, 0, 1, 50, 50],
  ],
])('%s', (_, bbox, matrix, rect, expected) => {
  expect(placeAppearance(bbox, matrix, rect)).toEqual(expected);
});

test('an appearance without area is not placed', () => {
  expect(placeAppearance([0, 0, 0, 10], IDENTITY, [0, 0, 1, 1])).toBeUndefined();
});

test.each([
  [0, [1, 0, 0, 1, 10, 20]],
  [90, [0, 1, -1, 0, 20, 30]],
  [180, [-1, 0, 0, -1, 10, 40]],
  [270, [0, -1, 1, 0, 0, 30]],
])('a turn by %i around (10, 30) keeps that point', (degrees, expected) => {
  const turned = turnAround([1, 0, 0, 1, 10, 20], [10, 30], degrees);
  // Adding 0 turns -0 into 0.
  expect(turned.map((number) => number + 0)).toEqual(expected);
});
