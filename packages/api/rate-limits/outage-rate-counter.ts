import { DatabaseUnavailable, type RateCounter } from '@countersign/signing/ports';
import { createMemoryRateCounter } from './memory-rate-counter.ts';

/** Also before a failed database is asked again. */
const MAX_WAIT_MS = 2_000;
const PAUSE_MS = 5_000;

/** The shared counter; while it fails, one of this process. */
export function countLocallyDuringOutages(
  shared: RateCounter,
  now: () => number = Date.now,
  maxWaitMs = MAX_WAIT_MS,
): RateCounter {
  const local = createMemoryRateCounter();
  let pausedUntil = 0;
  return {
    async count(key, windowMs, amount) {
      if (now() < pausedUntil) return local.count(key, windowMs, amount);
      try {
        return await within(maxWaitMs, shared.count(key, windowMs, amount));
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        pausedUntil = now() + PAUSE_MS;
        return local.count(key, windowMs, amount);
      }
    },
    removeExpired: () => shared.removeExpired(),
  };
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new DatabaseUnavailable('no answer')), milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
