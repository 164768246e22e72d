import type { DisplayedBox } from './form-field.ts';

export function sortByPlace<T extends { readonly boundingBox: DisplayedBox | null }>(records: T[]): T[] {
  // Most files list their fields in this order.
  return isInOrder(records) ? records : records.sort((a, b) => compareBoxes(a.boundingBox, b.boundingBox));
}

function isInOrder(records: readonly { readonly boundingBox: DisplayedBox | null }[]): boolean {
  let before: DisplayedBox | null | undefined;
  for (const { boundingBox } of records) {
    if (before !== undefined && compareBoxes(before, boundingBox) > 0) return false;
    before = boundingBox;
  }
  return true;
}

/** Without a page last. */
export function compareBoxes(a: DisplayedBox | null, b: DisplayedBox | null): number {
  if (!a || !b) return Number(a === null) - Number(b === null);
  return a.page - b.page || a.y - b.y || a.x - b.x;
}
