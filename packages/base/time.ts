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

/** Each takes 30 kB. */
const MAX_FORMATTERS = 100;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns a kept formatter, because making one takes as long as a small request. */
export function dateFormatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = formatters.get(key);
  if (known !== undefined) return known;
  if (formatters.size === MAX_FORMATTERS) formatters.clear();
  const made = new Intl.DateTimeFormat(locale, options);
  formatters.set(key, made);
  return made;
}

/** Formats the date in the time zone, as ISO 8601 has it. */
export function dateIn(timeZone: string, moment: Date): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  // Dates of Sweden are written as in ISO 8601.
  return dateFormatter('sv-SE', { timeZone, ...parts }).format(moment);
}

/** Durations are in milliseconds. A day has 24 hours, whatever daylight saving time does. */
export const MINUTE_MS: number = 60 * 1000;
export const HOUR_MS: number = 60 * MINUTE_MS;
export const DAY_MS: number = 24 * HOUR_MS;
