/** Days that are values of fields. Runs in a browser. */

/** The ways to write a day that fields can ask for. ISO 8601 comes first. */
export const DAY_FORMATS = ['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY'] as const;
export type DayFormat = (typeof DAY_FORMATS)[number];

/** A day whose parts differ shows people how a format is written. */
export const EXAMPLE_DAY = '2026-12-31';

const PARTS = /YYYY|MM|DD/g;

/** `day` is ISO 8601: `2026-11-29`. */
export function formatDay(day: string, format: DayFormat): string {
  const [YYYY = '', MM = '', DD = ''] = day.split('-');
  return format.replace(PARTS, (part) => ({ YYYY, MM, DD })[part] ?? part);
}

/** Returns the day as ISO 8601, or null for a text of another format or a day that no calendar has. */
export function parseDay(text: string, format: DayFormat): string | null {
  const partAt = (part: string) => text.slice(format.indexOf(part), format.indexOf(part) + part.length);
  const day = ['YYYY', 'MM', 'DD'].map(partAt).join('-');
  const isInFormat = /^\d{4}-\d{2}-\d{2}$/.test(day) && formatDay(day, format) === text;
  return isInFormat && isCalendarDay(day) ? day : null;
}

/** `Date` makes 30 February a day of March. */
function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** The script of a field that is a date has one call, which formats what is typed or refuses it. */
const DATE_SCRIPT = /^\s*AFDate_(?:Format|Keystroke)Ex\s*\(\s*(["'])([^"']*)\1\s*\)\s*;?\s*$/;

/** Returns undefined for another script, and for a format that is not in `DAY_FORMATS`. */
export function findDayFormat(script: string): DayFormat | undefined {
  const written = DATE_SCRIPT.exec(script)?.[2];
  // `MM` are minutes there.
  return DAY_FORMATS.find((format) => format.toLowerCase() === written);
}
