/** `2026-03-04 05:06:07 UTC`: the same moment for every reader, so the zone is named and is not the server's. */
export function formatMoment(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
