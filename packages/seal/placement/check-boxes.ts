import {
  A4,
  type PageGeometry,
  type PdfFile,
  type PdfPage,
  type PdfRect,
  toPageRect,
} from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { BOXES } from '../arguments.ts';
import { SealError } from '../errors.ts';
import { BOX_SIZES, type BoxType, findBoxSize } from '../layout.ts';

/** A requested box; displayed points from the page's top-left corner, y down. */
export interface BoxRequest {
  /** The identifier is returned in the placed box. */
  readonly id?: string;
  readonly type: BoxType;
  readonly placement: 'existing' | 'new_page';
  /** The page counts from 0. Required, with x and y, for `existing`; otherwise set by the layout of the new page. */
  readonly page?: number;
  readonly x?: number;
  readonly y?: number;
  /** The scale is from 0.25 to 1.5 and keeps the top-left corner. It is always 1 on new pages. */
  readonly scale?: number;
  readonly label?: string | undefined;
}

/** Heading of every new page. */
export interface NewPageHeading {
  readonly title: string;
  readonly documentName: string;
}

/** A box with its position; displayed points, `page` from 0. */
export interface PlacedBox {
  readonly id?: string;
  readonly type: BoxType;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly label?: string | undefined;
}

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

/** Lists the first hundred overlaps of each box, and the number of the rest. */
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

/** The boxes of a page from left to right, with their original indexes. */
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

/** Returns the ascending indexes of later rectangles. */
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

export interface NewPageSlot {
  /** The number counts new pages from 0. */
  readonly newPage: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const SLOTS_PER_PAGE = 16;
const COLUMNS = 2;
const ROWS = SLOTS_PER_PAGE / COLUMNS;
/** Points, about 20 mm. */
export const MARGIN = 56;
const ROOM = A4.height - 2 * MARGIN;
const ROW_GAP = ROOM / ROWS - BOX_SIZES.signature.height;

/** A row has two boxes and a page 16 signatures; identity documents need higher rows. */
export function layOutNewPages(types: readonly BoxType[]): NewPageSlot[] {
  const slots: NewPageSlot[] = [];
  let [newPage, used] = [0, 0];
  for (let start = 0; start < types.length; start += COLUMNS) {
    const row = types.slice(start, start + COLUMNS);
    const height = Math.max(...row.map((type) => BOX_SIZES[type].height)) + ROW_GAP;
    if (used + height > ROOM + TOLERANCE) [newPage, used] = [newPage + 1, 0];
    slots.push(...layOutRow(row, newPage, MARGIN + used));
    used += height;
  }
  return slots;
}

function layOutRow(types: readonly BoxType[], newPage: number, y: number): NewPageSlot[] {
  const columnWidth = A4.width / COLUMNS;
  return types.map((type, column) => {
    const { width, height } = BOX_SIZES[type];
    return { newPage, x: column * columnWidth + (columnWidth - width) / 2, y, width, height };
  });
}

/** Page sizes are often rounded: a box for 842 shall fit A4, which is 841.89. */
const PAGE_EDGE_TOLERANCE = 0.5;

/** Does not change the file. Throws like `checkBoxes`. */
export function findPositions(file: PdfFile, boxes: readonly BoxRequest[]): PlacedBox[] {
  const onNewPages = boxes.filter(({ placement }) => placement === 'new_page');
  const slots = layOutNewPages(onNewPages.map(({ type }) => type));
  const slotOf = new Map(onNewPages.map((box, index) => [box, slots[index]]));
  const geometries = new Map<number, PageGeometry>();
  return boxes.map((box) => {
    const slot = slotOf.get(box);
    return slot ? placeInSlot(file, box, slot) : placeOnExistingPage(file, box, geometries);
  });
}

/**
 * Checks boxes against the pages without changing the file and returns warnings. `listFields` provides the
 * widgets of pages with boxes. Throws `box_outside_page`, `page_out_of_range` and `scale_out_of_range`.
 */
export function checkBoxes(
  file: PdfFile,
  boxes: readonly BoxRequest[],
  listFields: (pages: readonly number[]) => readonly FieldRect[] = () => [],
): BoxWarning[] {
  checkArguments({ file, boxes }, BOXES);
  const positions = findPositions(file, boxes);
  const pages = new Set(positions.map(({ page }) => page).filter((page) => page < file.pageCount));
  return findOverlaps(positions, listFields([...pages]));
}

function placeInSlot(file: PdfFile, box: BoxRequest, slot: NewPageSlot): PlacedBox {
  const { newPage, ...rect } = slot;
  return { ...identify(box), page: file.pageCount + newPage, ...rect };
}

function placeOnExistingPage(
  file: PdfFile,
  box: BoxRequest,
  geometries: Map<number, PageGeometry>,
): PlacedBox {
  const page = requirePage(file, box);
  const geometry = geometries.get(page) ?? file.page(page).geometry;
  geometries.set(page, geometry);
  const rect = { x: box.x ?? Number.NaN, y: box.y ?? Number.NaN, ...findBoxSize(box.type, box.scale) };
  requireInside(geometry, { ...box, page }, rect);
  return { ...identify(box), page, ...rect };
}

function identify({ id, type, label }: BoxRequest): Pick<PlacedBox, 'id' | 'type' | 'label'> {
  return { type, ...named(id), label };
}

/** Finds the rectangle of a box in user space. Throws `box_outside_page` and `page_out_of_range`. */
export function findUserRect(
  file: PdfFile,
  box: PageRect,
): { readonly page: PdfPage; readonly rect: PdfRect } {
  const page = file.page(requirePage(file, box));
  requireInside(page.geometry, box, box);
  const { x, y, width, height } = toPageRect(page.geometry, box);
  return { page, rect: [x, y, x + width, y + height] };
}

function requirePage(
  file: PdfFile,
  { id, page = Number.NaN }: { readonly id?: string; readonly page?: number },
): number {
  const pages = file.pageCount;
  if (Number.isInteger(page) && page >= 0 && page < pages) return page;
  throw new SealError('page_out_of_range', `Expected a page from 0 to ${pages - 1}, found ${page}`, {
    ...named(id),
    page,
    pages,
  });
}

function requireInside(
  { displayedWidth, displayedHeight }: PageGeometry,
  { id, page }: Pick<PlacedBox, 'id' | 'page'>,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const isInside =
    x >= -PAGE_EDGE_TOLERANCE &&
    y >= -PAGE_EDGE_TOLERANCE &&
    x + width <= displayedWidth + PAGE_EDGE_TOLERANCE &&
    y + height <= displayedHeight + PAGE_EDGE_TOLERANCE;
  if (isInside) return;
  throw new SealError(
    'box_outside_page',
    `A box of ${width} x ${height} at (${x}, ${y}) does not lie on page ${page}, which is ${displayedWidth} x ${displayedHeight}`,
    {
      ...named(id),
      page,
      width: displayedWidth,
      height: displayedHeight,
      x,
      y,
      boxWidth: width,
      boxHeight: height,
    },
  );
}

function named(id: string | undefined): { readonly id?: string } {
  return id === undefined ? {} : { id };
}
