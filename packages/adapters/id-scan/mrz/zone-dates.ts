/** `YYMMDD`; null for an invalid date. */

/** The latest such day that is not in the future. `<<` for month or day, if unknown (ICAO Doc 9303-3 4.8). */
export function birthDateOf(text: string, today: string): string | null {
  if (!/^\d\d(\d\d|<<)(\d\d|<<)$/.test(text)) return null;
  const [month, day] = [text.slice(2, 4), text.slice(4, 6)];
  const [known, ...rest] = [month, day].filter((part) => part !== '<<');
  if (known === undefined || rest.length === 0) return null;
  const short = `${text.slice(0, 2)}-${month}-${day}`;
  return [`20${short}`, `19${short}`].find((date) => isDate(date) && date <= today) ?? null;
}

/** Documents are valid for at most ten years, or fifteen. */
export function expiryDateOf(text: string, today: string): string | null {
  if (!/^\d{6}$/.test(text)) return null;
  const short = `${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  const yearToday = Number(today.slice(0, 4));
  const dates = [`19${short}`, `20${short}`, `21${short}`].filter(isDate);
  return dates.find((date) => Math.abs(Number(date.slice(0, 4)) - yearToday) <= 50) ?? null;
}

function isDate(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}
