import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RateCounter } from '../ports/providers.ts';

const MINUTE_MS = 60_000;

export interface RateCounterHarness {
  readonly counter: RateCounter;
  close(): Promise<void>;
}

export function rateCounterContract(open: () => Promise<RateCounterHarness>): void {
  describe('RateCounter contract', () => {
    let harness: RateCounterHarness;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness.close());

    it('counts each key for itself and says when its window ends', async () => {
      const { counter } = harness;
      const [key, other] = [randomUUID(), randomUUID()];
      const first = await counter.count(key, MINUTE_MS);
      expect(first.count).toBe(1);
      expect(first.remainingMs).toBeGreaterThan(0);
      expect(first.remainingMs).toBeLessThanOrEqual(MINUTE_MS);
      const second = await counter.count(key, MINUTE_MS);
      expect(second.count).toBe(2);
      expect(second.remainingMs).toBeLessThanOrEqual(first.remainingMs);
      expect((await counter.count(other, MINUTE_MS)).count).toBe(1);
    });

    it('gives counts at the same moment a number each', async () => {
      const key = randomUUID();
      const counts = await Promise.all(
        Array.from({ length: 50 }, () => harness.counter.count(key, MINUTE_MS)),
      );
      const numbers = counts.map(({ count }) => count).toSorted((a, b) => a - b);
      expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    });

    it('takes back what was not done, and never below nothing', async () => {
      const { counter } = harness;
      const key = randomUUID();
      expect((await counter.count(key, MINUTE_MS, -1)).count).toBe(0);
      await counter.count(key, MINUTE_MS);
      await counter.count(key, MINUTE_MS);
      expect((await counter.count(key, MINUTE_MS, -1)).count).toBe(1);
      expect((await counter.count(key, MINUTE_MS)).count).toBe(2);
    });

    it('begins anew when the window is over, and forgets it when asked', async () => {
      const { counter } = harness;
      const [over, running] = [randomUUID(), randomUUID()];
      await counter.count(running, MINUTE_MS);
      await counter.count(over, 0);
      expect((await counter.count(over, 0)).count).toBe(1);
      expect(await counter.removeExpired()).toBeGreaterThanOrEqual(1);
      expect(await counter.removeExpired()).toBe(0);
      expect((await counter.count(running, MINUTE_MS)).count).toBe(2);
    });
  });
}
