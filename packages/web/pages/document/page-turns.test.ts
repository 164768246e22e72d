import { describe, expect, it } from 'vitest';
import { PageTurns } from './open-pdf.ts';

describe('PageTurns', () => {
  it('runs one task at a time, those of the first page first', async () => {
    const turns = new PageTurns();
    const log: string[] = [];
    const task = (name: string) => async () => {
      log.push(`${name} starts`);
      await Promise.resolve();
      log.push(`${name} ends`);
      return name;
    };
    const results = [turns.take(2, task('c')), turns.take(0, task('a')), turns.take(1, task('b'))];
    expect(await Promise.all(results)).toEqual(['c', 'a', 'b']);
    expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  });

  it('goes on after a task that failed', async () => {
    const turns = new PageTurns();
    const failed = turns.take(0, () => Promise.reject(new Error('no')));
    const next = turns.take(1, async () => 'next');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('next');
  });
});
