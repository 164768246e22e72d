/** Seconds before the first look whether the document is finished: sealing takes about as long. */
const FIRST_DELAY = 1;
/** Each wait is this much longer than the one before. */
const GROWTH = 1.6;
/** Seconds between looks at most: others may need days, and a tab may stay open. */
const MAX_DELAY_SECONDS = 30;

/** Milliseconds to wait before look number `attempt` (from 0). */
export function pollDelay(attempt: number): number {
  return Math.min(FIRST_DELAY * GROWTH ** attempt, MAX_DELAY_SECONDS) * 1000;
}
