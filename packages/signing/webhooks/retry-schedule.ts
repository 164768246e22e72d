const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds before each further attempt [D7-22]; after the last the delivery is dead. */
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

/** Share of a delay that chance may add, so that an endpoint that comes back is not met by everybody at once. Ours. */
const JITTER = 0.1;

/** Seconds until the next attempt after `attempts` failed ones, null when there is none. `chance` is 0 to 1. */
export function delayAfter(attempts: number, chance: number): number | null {
  const delay = RETRY_DELAYS_SECONDS[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 + JITTER * chance));
}

/** A number from 0 up to 1 out of a random UUID: its first 32 bits are random (RFC 9562 section 5.4). */
export function chanceOf(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8), 16) / 2 ** 32;
}
