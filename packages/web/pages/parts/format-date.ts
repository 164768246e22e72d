import type { Language } from './language.ts';

/** Time zone of the browser: `23 Nov 2026, 14:05`. */
export function formatDateTime(language: Language, moment: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(moment),
  );
}

export function formatDay(language: Language, moment: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(moment));
}
