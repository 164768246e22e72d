/** About the duration of sealing. */
const FIRST_DELAY = 1;
const GROWTH = 1.6;
/** Others may need days. */
const MAX_DELAY_SECONDS = 30;

/** `attempt` counts from 0. */
export function pollDelay(attempt: number): number {
  return Math.min(FIRST_DELAY * GROWTH ** attempt, MAX_DELAY_SECONDS) * 1000;
}
