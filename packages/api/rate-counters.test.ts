import { DatabaseUnavailable } from '@countersign/signing/ports';
import { rateCounterContract } from '@countersign/signing/testing';
import { describe, expect, it } from 'vitest';
import { countLocallyDuringOutages, createMemoryRateCounter } from './rate-limits.ts';

rateCounterContract(async () => ({ counter: createMemoryRateCounter(), close: () => Promise.resolve() }));

describe('counts during an outage', () => {
  it('go on in this process, and in the database when it is back', async () => {
    const shared = createMemoryRateCounter();
    let isDown = false;
    let now = 0;
    const asked: string[] = [];
    const counter = countLocallyDuringOutages(
      {
        ...shared,
        count: async (key, windowMs) => {
          asked.push(key);
          if (isDown) throw new DatabaseUnavailable('down');
          return shared.count(key, windowMs);
        },
      },
      () => now,
    );
    const count = async () => (await counter.count('key', 60_000)).count;
    expect([await count(), await count()]).toEqual([1, 2]);
    isDown = true;
    expect([await count(), await count(), await count()]).toEqual([1, 2, 3]);
    expect(asked).toHaveLength(3);
    isDown = false;
    now += 5_001;
    expect(await count()).toBe(3);
  });

  it('do not wait for a database that is silent', async () => {
    const silent = { ...createMemoryRateCounter(), count: () => new Promise<never>(() => undefined) };
    const counter = countLocallyDuringOutages(silent, () => 0, 1);
    expect((await counter.count('key', 60_000)).count).toBe(1);
  });

  it('do not hide a fault of ours', async () => {
    const faulty = { ...createMemoryRateCounter(), count: () => Promise.reject(new TypeError('ours')) };
    await expect(countLocallyDuringOutages(faulty, () => 0).count('key', 1)).rejects.toThrow('ours');
  });
});
