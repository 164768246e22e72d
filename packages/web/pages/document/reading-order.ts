import { nameInWords, toVisibleLine } from '@countersign/base/text';
import type { DisplayedBox, FormField } from '@countersign/signing';

/** Returns the label, or without one the name, as people would write it. */
export function labelOf({ label, name }: Pick<FormField, 'label' | 'name'>): string {
  return nameInWords(toVisibleLine(label).trim() || toVisibleLine(name));
}

/** Every widget of a check box or a radio button has an option, and `options` lists each of them. */
export function optionOf({ option }: FormField['widgets'][number]): string {
  return option ?? '';
}

/** Returns the value itself, every line of it, if the field does not offer it. */
export function labelOfOption({ options }: FormField, value: string): string {
  const label = options.find((option) => option.value === value)?.label;
  return label === undefined ? value : toVisibleLine(label);
}

interface Placed {
  readonly place: DisplayedBox;
}

/** Sorts from top to bottom. A row is what begins above the middle of its first box. */
export function inReadingOrder<Item extends Placed>(items: readonly Item[]): readonly Item[] {
  const sorted = items.toSorted(
    (a, b) => comparePages(a.place.page, b.place.page) || a.place.y - b.place.y || a.place.x - b.place.x,
  );
  const rows: Item[][] = [];
  for (const item of sorted) {
    const first = rows.at(-1)?.[0]?.place;
    const isSameRow = first?.page === item.place.page && item.place.y < first.y + first.height / 2;
    if (isSameRow) rows.at(-1)?.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.place.x - b.place.x));
}

/** The difference of two pages may not be a number. */
function comparePages(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
