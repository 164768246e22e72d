import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { delayOf, type Polling, startPolling } from './polling.ts';

describe('delayOf', () => {
  it('polls soon after a change, and ever more rarely while nothing happens', () => {
    const delays = [0, 1, 2, 6, 7, 50].map((attempt) => delayOf('list', attempt));
    expect(delays).toEqual([2000, 3000, 4500, 22_781.25, 30_000, 30_000]);
  });

  it('never leaves somebody waiting who acts elsewhere', () => {
    expect(delayOf('order', 50)).toBe(1000);
    expect(delayOf('proof', 50)).toBe(2000);
  });
});

class Page extends EventTarget {
  hidden = false;

  show(isShown: boolean): void {
    this.hidden = !isShown;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

describe('startPolling', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Every call stays open until the test answers it. */
  function startHeld(options: Partial<Polling<string>> = {}) {
    const held: PromiseWithResolvers<string | null>[] = [];
    const answers: string[] = [];
    const failures: unknown[] = [];
    const page = new Page();
    const polling = startPolling(
      {
        pace: 'session',
        load: () => {
          const call = Promise.withResolvers<string | null>();
          held.push(call);
          return call.promise;
        },
        onAnswer: (answer) => void answers.push(answer),
        onFailure: (error) => void failures.push(error),
        ...options,
      },
      page as unknown as Document,
    );
    return { held, answers, failures, page, polling };
  }

  it('makes no call while another is open, however long that takes', async () => {
    const { held, answers, polling } = startHeld();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(held).toHaveLength(1);
    held[0]?.resolve('first');
    await vi.advanceTimersByTimeAsync(999);
    expect([held.length, answers]).toEqual([1, ['first']]);
    await vi.advanceTimersByTimeAsync(1);
    expect(held).toHaveLength(2);
    polling.end();
  });

  it('waits longer after each call without a change, and not after one', async () => {
    const { held, answers } = startHeld();
    await vi.advanceTimersByTimeAsync(1000);
    held[0]?.resolve(null);
    await vi.advanceTimersByTimeAsync(1499);
    expect([held.length, answers]).toEqual([1, []]);
    await vi.advanceTimersByTimeAsync(1);
    held[1]?.resolve('changed');
    await vi.advanceTimersByTimeAsync(1000);
    expect([held.length, answers]).toEqual([3, ['changed']]);
  });

  it('goes on after a failed call', async () => {
    const { held, failures } = startHeld();
    await vi.advanceTimersByTimeAsync(1000);
    held[0]?.reject('lost');
    await vi.advanceTimersByTimeAsync(2000);
    expect([held.length, failures]).toEqual([2, ['lost']]);
  });

  it('drops the answer or the failure of a call that was open when it ended', async () => {
    for (const finish of ['resolve', 'reject'] as const) {
      const { held, answers, failures, polling } = startHeld();
      await vi.advanceTimersByTimeAsync(1000);
      polling.end();
      held[0]?.[finish]('late');
      await vi.advanceTimersByTimeAsync(60_000);
      expect([held.length, answers, failures]).toEqual([1, [], []]);
    }
  });

  it('starts anew when it is restarted, without the answer of the call on its way', async () => {
    const { held, answers, polling } = startHeld({ isImmediate: true });
    const restarted = polling.restart();
    held[1]?.resolve('new');
    await restarted;
    held[0]?.resolve('old');
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toEqual(['new']);
  });

  it('makes no call of a hidden page, but one when it is shown again', async () => {
    const { held, page } = startHeld({ isImmediate: true });
    held[0]?.resolve('first');
    page.show(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(held).toHaveLength(1);
    page.show(true);
    expect(held).toHaveLength(2);
  });

  it('does not call again while the answer is still being used', async () => {
    const { held, page } = startHeld({ isImmediate: true, onAnswer: () => new Promise(() => undefined) });
    held[0]?.resolve('signed elsewhere');
    await vi.advanceTimersByTimeAsync(0);
    page.show(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(held).toHaveLength(1);
  });
});
