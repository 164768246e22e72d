import { formatMoment } from '@countersign/i18n';

/** ISO 8601 as people read it; as it stands when it is no moment. Null stays null. */
export function tellMoment(moment: string | null): string | null {
  if (moment === null) return null;
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? moment : formatMoment(date);
}
