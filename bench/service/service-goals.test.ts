import { expect, it } from 'vitest';
import { judgeServiceGoals } from './service-goals.ts';

const row = (id: string, ours: number, floor?: number) => ({
  ...{ id, title: id, unit: 'ms', ours },
  ...(floor === undefined ? {} : { floor }),
});

it('compares a row with its floor, or with a number of its own', () => {
  const results = judgeServiceGoals([
    row('service/get', 3, 2),
    row('service/list', 5, 2),
    row('service/completion', 2000),
    row('service/throughput', 399),
    // A ratio without a floor does not count as met.
    row('service/upload', 1),
  ]);
  expect(results.map(({ measured, isMet }) => [measured, isMet])).toEqual([
    ['2000 ms', true],
    ['399 ms', false],
    ['NaN times', false],
    ['1.50 times', true],
    ['2.50 times', false],
  ]);
});
