/** `2026-03-04 05:06:07 UTC` */
export function formatMoment(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
