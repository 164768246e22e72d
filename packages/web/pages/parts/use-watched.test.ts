import { expect, it } from 'vitest';
import { watchDelay } from './polling.ts';

it('polls soon after a change, and ever more rarely while nothing happens', () => {
  const delays = [0, 1, 2, 6, 7, 50].map(watchDelay);
  expect(delays).toEqual([2000, 3000, 4500, 22_781.25, 30_000, 30_000]);
});
