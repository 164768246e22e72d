import type { RateCounter } from '@countersign/signing/ports';

/** Further keys replace the oldest window. */
const MAX_KEYS = 10_000;

interface Window {
  count: number;
  readonly endsAt: number;
}

export function createMemoryRateCounter(): RateCounter {
  /** In the order of their start. */
  const windows = new Map<string, Window>();
  return {
    async count(key, windowMs, amount = 1) {
      const now = Date.now();
      let window = windows.get(key);
      if (window === undefined || window.endsAt <= now) {
        window = { count: 0, endsAt: now + windowMs };
        windows.delete(key);
        windows.set(key, window);
        if (windows.size > MAX_KEYS) windows.delete(windows.keys().next().value ?? '');
      }
      window.count = Math.max(0, window.count + amount);
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
