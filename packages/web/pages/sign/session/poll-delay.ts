/** Seconds before the first poll: about the duration of sealing. */
const FIRST_DELAY = 1;
/** Growth of the delay. */
const GROWTH = 1.6;
/** Seconds between polls: others may need days. */
const MAX_DELAY_SECONDS = 30;

/** Milliseconds before poll `attempt` (from 0). */
export function pollDelay(attempt: number): number {
  return Math.min(FIRST_DELAY * GROWTH ** attempt, MAX_DELAY_SECONDS) * 1000;
}
