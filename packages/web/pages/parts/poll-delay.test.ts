import { expect, it } from 'vitest';
import { pollDelay } from './polling.ts';

it('looks soon at first, then seldom, and never less than twice a minute', () => {
  expect(pollDelay(0)).toBe(1000);
  expect(pollDelay(1)).toBe(1600);
  expect(pollDelay(1000)).toBe(30_000);
});
