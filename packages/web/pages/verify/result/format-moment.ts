import { formatMoment } from '@countersign/i18n';

/** Formats ISO 8601 for people; returns other text, and null, unchanged. */
export function formatMomentOrNull(moment: string | null): string | null {
  if (moment === null) return null;
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? moment : formatMoment(date);
}
