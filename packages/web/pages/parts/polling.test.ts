import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPolling } from './polling.ts';

describe('polling', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Every call stays open until the test answers it. */
  function startHeld() {
    const held: PromiseWithResolvers<string>[] = [];
    const answers: string[] = [];
    const failures: unknown[] = [];
    const end = startPolling({
      delayMs: (attempt) => 1000 * (attempt + 1),
      load: () => {
        const call = Promise.withResolvers<string>();
        held.push(call);
        return call.promise;
      },
      onAnswer: (answer) => void answers.push(answer),
      onFailure: (error) => void failures.push(error),
    });
    return { held, answers, failures, end };
  }

  it('makes no call while another is open, however long that takes', async () => {
    const { held, answers, end } = startHeld();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(held).toHaveLength(1);
    held[0]?.resolve('first');
    await vi.advanceTimersByTimeAsync(1999);
    expect([held.length, answers]).toEqual([1, ['first']]);
    await vi.advanceTimersByTimeAsync(1);
    expect(held).toHaveLength(2);
    end();
  });

  it('goes on after a failed call', async () => {
    const { held, failures, end } = startHeld();
    await vi.advanceTimersByTimeAsync(1000);
    held[0]?.reject('lost');
    await vi.advanceTimersByTimeAsync(2000);
    expect([held.length, failures]).toEqual([2, ['lost']]);
    end();
  });

  it('drops the answer or the failure of a call that was open when it ended', async () => {
    for (const finish of ['resolve', 'reject'] as const) {
      const { held, answers, failures, end } = startHeld();
      await vi.advanceTimersByTimeAsync(1000);
      end();
      held[0]?.[finish]('late');
      await vi.advanceTimersByTimeAsync(60_000);
      expect([held.length, answers, failures]).toEqual([1, [], []]);
    }
  });
});
