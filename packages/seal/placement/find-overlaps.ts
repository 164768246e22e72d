/** A rectangle on a page in displayed points. */
export interface PageRect {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A form field's widget that a box may cover. */
export interface FieldRect extends PageRect {
  readonly name: string;
}

/** A box that covers something; it may be meant, so nothing is refused. */
export type BoxWarning =
  /** Two boxes of one document cover each other. Params: page, first, second (positions in the request, from 0). */
  | {
      readonly code: 'boxes_overlap';
      readonly params: { readonly page: number; readonly first: number; readonly second: number };
    }
  /** A box covers a form field. Params: page, box (position in the request, from 0), field. */
  | {
      readonly code: 'box_over_field';
      readonly params: { readonly page: number; readonly box: number; readonly field: string };
    };

/** Boxes that only touch do not overlap; a thousandth of a point is rounding. */
const TOLERANCE = 0.001;

/** Every pair of boxes that cover each other, and every field that a box covers. */
export function findOverlaps(boxes: readonly PageRect[], fields: readonly FieldRect[] = []): BoxWarning[] {
  const pairs = findPairs([...boxes, ...fields]).filter(([first]) => first < boxes.length);
  const warnings = pairs.map(([first, second]): BoxWarning => {
    const page = boxes[first]?.page ?? 0;
    if (second < boxes.length) return { code: 'boxes_overlap', params: { page, first, second } };
    const field = fields[second - boxes.length]?.name ?? '';
    return { code: 'box_over_field', params: { page, box: first, field } };
  });
  return warnings;
}

/** Sweeps from left to right over one page after the other, so that thousands of boxes cost no thousands squared. */
function findPairs(rects: readonly PageRect[]): [number, number][] {
  const order = rects.map((rect, index) => ({ rect, index }));
  order.sort((a, b) => a.rect.page - b.rect.page || a.rect.x - b.rect.x);
  const pairs: [number, number][] = [];
  let open: typeof order = [];
  for (const next of order) {
    open = open.filter(({ rect }) => isStillOpen(rect, next.rect));
    for (const { rect, index } of open)
      if (isCrossing(rect, next.rect))
        pairs.push(index < next.index ? [index, next.index] : [next.index, index]);
    open.push(next);
  }
  return pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function isStillOpen(rect: PageRect, next: PageRect): boolean {
  return rect.page === next.page && rect.x + rect.width > next.x + TOLERANCE;
}

function isCrossing(a: PageRect, b: PageRect): boolean {
  return a.y + a.height > b.y + TOLERANCE && b.y + b.height > a.y + TOLERANCE;
}
