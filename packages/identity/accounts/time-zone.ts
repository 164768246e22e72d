/** The default of accounts. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** Whether the text names a time zone (IANA: `Europe/Stockholm`). Intl also takes offsets, which have no summer time. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== null;
  } catch {
    return false;
  }
}

/** Returns the date at a moment in a time zone, in ISO 8601: `2026-11-22`. */
export function dateIn(timeZone: string, moment: Date): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  // Swedish dates are ISO dates.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts }).format(moment);
}
