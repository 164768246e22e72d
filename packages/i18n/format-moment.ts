/** `2026-03-04 05:06:07 UTC` */
export function formatMoment(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `2026-03-04 06:06:07`; the time zone is one of IANA. */
export function localTime(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return parts.format(moment);
}
