import type { Language } from '@countersign/base/locale';
import { DAY_MS } from '@countersign/base/time';
import { usePageLanguage } from './language.tsx';

/** Days further away than this are dates: nobody counts further. */
const MAX_COUNTED_DAYS = 7;
/** The last days to sign are marked. */
const URGENT_DAYS = 3;

/** Returns the number of midnights between both moments in the time zone: 1 is tomorrow. */
export function daysBetween(from: Date, to: Date, timeZone: string): number {
  return Math.round((dayOf(to, timeZone) - dayOf(from, timeZone)) / DAY_MS);
}

/** Returns midnight of the calendar day, as if it were in UTC, where all days are equally long. */
function dayOf(moment: Date, timeZone: string): number {
  const format = formatIn('en', timeZone, { year: 'numeric', month: 'numeric', day: 'numeric' });
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(parts.get('year') ?? 0, (parts.get('month') ?? 1) - 1, parts.get('day') ?? 1);
}

/** Days as people say them: `today`, `in 3 days`, `yesterday`, and a date from a week on and before yesterday. */
export function sayDay(language: Language, timeZone: string, moment: Date, now: Date): string {
  const days = daysBetween(now, moment, timeZone);
  if (days >= -1 && days <= MAX_COUNTED_DAYS)
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
  const year = (date: Date) => formatIn('en', timeZone, { year: 'numeric' }).format(date);
  const isOtherYear = year(moment) !== year(now);
  const options = { day: 'numeric', month: 'short', year: isOtherYear ? 'numeric' : undefined } as const;
  return formatIn(language, timeZone, options).format(moment);
}

/** Returns `today, 4:52 AM`: the day as people say it, and the time. */
export function sayMoment(language: Language, timeZone: string, moment: string): string {
  const date = new Date(moment);
  const time = formatIn(language, timeZone, { hour: 'numeric', minute: '2-digit' }).format(date);
  return `${sayDay(language, timeZone, date, new Date())}, ${time}`;
}

/** Returns a day such as `Thursday, November 26, 2026`. */
export function formatLongDay(language: Language, moment: string, timeZone: string): string {
  return formatIn(language, timeZone, { dateStyle: 'full' }).format(new Date(moment));
}

/** Returns the whole date, the time and the time zone. */
export function sayExactly(language: Language, timeZone: string, moment: Date): string {
  return formatIn(language, timeZone, {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  } as const).format(moment);
}

/** An older browser may not know the time zone of the account, and then shows its own. */
function formatIn(language: string, timeZone: string, options: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat(language, { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat(language, options);
  }
}

interface DayTimeProps {
  /** ISO 8601. */
  readonly moment: string;
  readonly timeZone: string;
  /** A deadline is marked in its last days. */
  readonly isDeadline?: boolean | undefined;
}

/** Shows a day in the words of `sayDay`; the title has the exact time. */
export function DayTime({ moment, timeZone, isDeadline = false }: DayTimeProps) {
  const { language } = usePageLanguage();
  const [date, now] = [new Date(moment), new Date()];
  const isUrgent = isDeadline && daysBetween(now, date, timeZone) <= URGENT_DAYS;
  return (
    <time
      class={`day-time${isUrgent ? ' is-urgent' : ''}`}
      dateTime={moment}
      title={sayExactly(language, timeZone, date)}
    >
      {sayDay(language, timeZone, date, now)}
    </time>
  );
}
