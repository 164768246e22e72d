/** Milliseconds. Without daylight saving time. */
export const MINUTE_MS: number = 60 * 1000;
export const HOUR_MS: number = 60 * MINUTE_MS;
export const DAY_MS: number = 24 * HOUR_MS;
