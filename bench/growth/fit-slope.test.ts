import { expect, it } from 'vitest';
import { fitSlope } from './fit-slope.ts';

it('is the power of the size that times grow with', () => {
  expect(fitSlope([3, 6, 12, 24])).toBeCloseTo(1);
  expect(fitSlope([1, 4, 16, 64])).toBeCloseTo(2);
  expect(fitSlope([5, 5, 5, 5])).toBeCloseTo(0);
});

it('is less than one if a fixed part dilutes linear growth', () => {
  const slope = fitSlope([1, 2, 4, 8].map((size) => size + 3));
  expect(slope).toBeGreaterThan(0);
  expect(slope).toBeLessThan(1);
});
