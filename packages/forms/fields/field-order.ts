import type { DisplayedBox } from './form-field.ts';

/** Page order, then top to bottom, then left to right; what no page shows comes last, in the file's order. */
export function compareBoxes(a: DisplayedBox | null, b: DisplayedBox | null): number {
  if (!a || !b) return Number(a === null) - Number(b === null);
  return a.page - b.page || a.y - b.y || a.x - b.x;
}
