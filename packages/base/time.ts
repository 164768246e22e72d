/** The time is an argument, as ids are, so that rules are pure functions. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const DEFAULT_TIME_ZONE = 'UTC';

/** Whether the text is an IANA time zone. `Intl` also takes offsets, which have no summer time. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== null;
  } catch {
    return false;
  }
}

/** Formats the date in the time zone, as ISO 8601 has it. */
export function dateIn(timeZone: string, moment: Date): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  // Dates of Sweden are written as in ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts }).format(moment);
}

/** Durations are in milliseconds. A day has 24 hours, whatever daylight saving time does. */
export const MINUTE_MS: number = 60 * 1000;
export const HOUR_MS: number = 60 * MINUTE_MS;
export const DAY_MS: number = 24 * HOUR_MS;
