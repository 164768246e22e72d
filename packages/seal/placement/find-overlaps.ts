export interface PageRect {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface FieldRect extends PageRect {
  readonly name: string;
}

/** An overlap. May be intended, so it is not an error. */
export type BoxWarning =
  /** Two boxes overlap. Params: page, first, second (indexes in the request). */
  | {
      readonly code: 'boxes_overlap';
      readonly params: { readonly page: number; readonly first: number; readonly second: number };
    }
  /** A box covers a form field. Params: page, box (index in the request), field. */
  | {
      readonly code: 'box_over_field';
      readonly params: { readonly page: number; readonly box: number; readonly field: string };
    }
  /** The last warning: number of further overlaps. */
  | { readonly code: 'more_overlaps'; readonly params: { readonly count: number } };

/** Rounding where boxes touch. */
const TOLERANCE = 0.001;
/** A file may have a hundred thousand fields at one position. */
const MAX_LISTED_OVERLAPS = 100;

/** By box: the first hundred, and the number of the rest. */
export function findOverlaps(boxes: readonly PageRect[], fields: readonly FieldRect[] = []): BoxWarning[] {
  const pages = sortByPage([...boxes, ...fields]);
  const warnings: BoxWarning[] = [];
  let unlisted = 0;
  for (const [first, box] of boxes.entries()) {
    const covered = findCovered(pages.get(box.page), box, first);
    const listed = covered.slice(0, MAX_LISTED_OVERLAPS - warnings.length);
    unlisted += covered.length - listed.length;
    for (const second of listed) warnings.push(describePair(first, second, boxes, fields));
  }
  if (unlisted > 0) warnings.push({ code: 'more_overlaps', params: { count: unlisted } });
  return warnings;
}

function describePair(
  first: number,
  second: number,
  boxes: readonly PageRect[],
  fields: readonly FieldRect[],
): BoxWarning {
  const page = boxes[first]?.page ?? 0;
  if (second < boxes.length) return { code: 'boxes_overlap', params: { page, first, second } };
  const field = fields[second - boxes.length]?.name ?? '';
  return { code: 'box_over_field', params: { page, box: first, field } };
}

/** From left to right, with their original indexes. */
interface SortedPage {
  readonly order: { readonly rect: PageRect; readonly index: number }[];
  widest: number;
}

function sortByPage(rects: readonly PageRect[]): ReadonlyMap<number, SortedPage> {
  const pages = new Map<number, SortedPage>();
  for (const [index, rect] of rects.entries()) {
    const page = pages.get(rect.page) ?? { order: [], widest: 0 };
    page.order.push({ rect, index });
    page.widest = Math.max(page.widest, rect.width);
    pages.set(rect.page, page);
  }
  for (const { order } of pages.values()) order.sort((a, b) => a.rect.x - b.rect.x);
  return pages;
}

/** Ascending indexes of later rectangles. */
function findCovered(page: SortedPage | undefined, box: PageRect, first: number): number[] {
  if (page === undefined) return [];
  const covered: number[] = [];
  const { order, widest } = page;
  for (let index = findFirst(order, box.x - widest); index < order.length; index += 1) {
    const next = order[index];
    if (next === undefined || next.rect.x >= box.x + box.width) break;
    if (next.index > first && isCrossing(box, next.rect)) covered.push(next.index);
  }
  return covered.sort((a, b) => a - b);
}

function findFirst(order: SortedPage['order'], x: number): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((order[middle]?.rect.x ?? x) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isCrossing(a: PageRect, b: PageRect): boolean {
  return (
    a.x + a.width > b.x + TOLERANCE &&
    b.x + b.width > a.x + TOLERANCE &&
    a.y + a.height > b.y + TOLERANCE &&
    b.y + b.height > a.y + TOLERANCE
  );
}
