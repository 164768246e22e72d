import type { RateCounter } from '@countersign/signing/ports';

/** Keys that are remembered; beyond, the one whose window began first is forgotten. */
const MAX_KEYS = 10_000;

interface Window {
  count: number;
  readonly endsAt: number;
}

/** Counts of this process alone. */
export function createMemoryRateCounter(): RateCounter {
  /** In the order in which they began. */
  const windows = new Map<string, Window>();
  return {
    async count(key, windowMs) {
      const now = Date.now();
      let window = windows.get(key);
      if (window === undefined || window.endsAt <= now) {
        window = { count: 0, endsAt: now + windowMs };
        windows.delete(key);
        windows.set(key, window);
        if (windows.size > MAX_KEYS) windows.delete(windows.keys().next().value ?? '');
      }
      window.count += 1;
      return { count: window.count, remainingMs: window.endsAt - now };
    },
    async removeExpired() {
      const now = Date.now();
      const expired = [...windows].filter(([, { endsAt }]) => endsAt <= now);
      for (const [key] of expired) windows.delete(key);
      return expired.length;
    },
  };
}
