import { formatMoment } from '@countersign/i18n';

/** Other text stays. */
export function formatMomentOrNull(moment: string | null): string | null {
  if (moment === null) return null;
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? moment : formatMoment(date);
}
