import type { BoxPosition } from '@countersign/signing';
import { clampToPage, type Rect, rectOf, type Size } from '../boxes/geometry.ts';
import type { BoxKind } from '../model/composition.ts';

/** CSS pixels between pages, and around them. */
const GAP = 20;
/** CSS pixels per point; above it A4 no longer fits a laptop's screen comfortably. */
const MAX_FIT_SCALE = 1.4;

interface PlacedPage extends Rect {
  /** CSS pixels per point. */
  readonly scale: number;
  /** Points. */
  readonly size: Size;
}

/** In the scrolled column; CSS pixels. */
export interface PageLayout {
  readonly pages: readonly PlacedPage[];
  readonly width: number;
  readonly height: number;
}

/** Centred. Until a page's size is known, it is that of the first. */
export function layOutPages(
  count: number,
  sizeOf: (page: number) => Size,
  availableWidth: number,
  zoom: number,
): PageLayout {
  const inner = Math.max(availableWidth - 2 * GAP, 1);
  const pages: PlacedPage[] = [];
  let [y, widest] = [GAP, availableWidth];
  for (let page = 0; page < count; page += 1) {
    const size = sizeOf(page);
    const scale = Math.min(inner / size.width, MAX_FIT_SCALE) * zoom;
    const [width, height] = [size.width * scale, size.height * scale];
    pages.push({ x: 0, y, width, height, scale, size });
    widest = Math.max(widest, width + 2 * GAP);
    y += height + GAP;
  }
  const centred = pages.map((page) => ({ ...page, x: (widest - page.width) / 2 }));
  return { pages: centred, width: widest, height: y };
}

/** At least partly between two heights: first, and after the last. */
export function pagesBetween({ pages }: PageLayout, top: number, bottom: number): readonly [number, number] {
  const first = findFirst(pages, (page) => page.y + page.height >= top);
  const after = findFirst(pages, (page) => page.y > bottom);
  return [first, Math.max(after, first)];
}

/** Or the nearest one below the gap. */
export function pageAt({ pages }: PageLayout, y: number): number {
  return Math.min(
    findFirst(pages, (page) => page.y + page.height + GAP / 2 > y),
    pages.length - 1,
  );
}

/** Binary search: false for some first pages, true for the others. */
function findFirst(pages: readonly PlacedPage[], holds: (page: PlacedPage) => boolean): number {
  let [low, high] = [0, pages.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const page = pages[middle];
    if (page !== undefined && holds(page)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Null if its page does not exist. */
export function toColumn(layout: PageLayout, kind: BoxKind, box: BoxPosition): Rect | null {
  const page = layout.pages[box.page];
  if (page === undefined) return null;
  const { x, y, width, height } = rectOf(kind, box);
  return {
    x: page.x + x * page.scale,
    y: page.y + y * page.scale,
    width: width * page.scale,
    height: height * page.scale,
  };
}

/** On the page that has its centre, and within that page. */
export function toPage(
  layout: PageLayout,
  kind: BoxKind,
  rect: Pick<Rect, 'x' | 'y' | 'height'>,
  scale: number,
): BoxPosition {
  const index = pageAt(layout, rect.y + rect.height / 2);
  const page = layout.pages[index];
  if (page === undefined) return { page: 0, x: 0, y: 0, scale };
  const box = {
    page: index,
    x: (rect.x - page.x) / page.scale,
    y: (rect.y - page.y) / page.scale,
    scale,
  };
  return clampToPage(kind, box, page.size);
}
