import { describe, expect, it } from 'vitest';
import { median, type Spent, takeTurns } from './take-turns.ts';

function contender(name: string, times: readonly number[], order: string[] = []) {
  let turn = 0;
  const run = async (): Promise<Spent> => {
    order.push(name);
    const wallMs = times[turn++ % times.length] ?? 0;
    return { wallMs, cpuMs: wallMs };
  };
  return { name, run };
}

describe('takeTurns', () => {
  it('runs every contender once before any runs again', async () => {
    const order: string[] = [];
    await takeTurns([contender('a', [1], order), contender('b', [1], order)], 2);
    expect(order).toEqual(['a', 'b', 'a', 'b']);
  });

  it('takes the median of the ratios of pairs, not the ratio of medians', async () => {
    const ours = contender('ours', [10, 1, 1]);
    const theirs = contender('theirs', [20, 2, 100]);
    const [, timing] = await takeTurns([ours, theirs], 3);
    expect(timing).toMatchObject({ wallMs: 20, ratio: 2, runs: 3 });
  });

  it('does not ask again who has taken more than ten seconds', async () => {
    const [, slow] = await takeTurns([contender('ours', [1]), contender('slow', [6_000])], 7);
    expect(slow).toMatchObject({ runs: 2, ratio: 6_000 });
  });

  it('does not ask at all whose trial took more than ten seconds', async () => {
    const trial = { wallMs: 50_000, cpuMs: 50_000 };
    const [, slow] = await takeTurns([contender('ours', [1]), { ...contender('slow', [1]), trial }], 3);
    expect(slow).toMatchObject({ runs: 1, ratio: 50_000 });
  });
});

describe('median', () => {
  it('is the middle value, whatever the order', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([])).toBeNaN();
  });
});
