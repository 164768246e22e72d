import { expect, test } from 'vitest';
import { orderVisually } from './script-runs.ts';

/** As arguments of one call they overflowed the stack. */
test('a line of half a million letters is put in order', () => {
  const items = Array.from({ length: 500_000 }, (_, index) => ({ index, level: 1 }));
  const ordered = orderVisually(items);
  expect(ordered[0]).toBe(items.at(-1));
  expect(ordered.at(-1)).toBe(items[0]);
});
