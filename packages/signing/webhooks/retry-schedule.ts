const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** [D7-22] */
export const RETRY_DELAYS_SECONDS: readonly number[] = [
  5,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/** Not in the specification. Random share added to a delay, to spread attempts at a recovered endpoint. */
const JITTER = 0.1;

/** Null after the last. `chance` is 0 to 1. */
export function delayAfter(attempts: number, chance: number): number | null {
  const delay = RETRY_DELAYS_SECONDS[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 + JITTER * chance));
}

/** The first 32 bits are random (RFC 9562 5.4). */
export function chanceOf(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8), 16) / 2 ** 32;
}
