import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { OpenedPdf } from '../../../document/open-pdf.ts';
import { toPixels } from '../../../document/page-scale.ts';
import type { Place, Rect, Size } from '../marks/mark.ts';

export function placed({ x, y, width, height }: Rect) {
  return { left: toPixels(x), top: toPixels(y), width: toPixels(width), height: toPixels(height) };
}

/** Pages have this many CSS pixels between and around them. */
const GAP = 20;
/** The scale is in CSS pixels per point. Above this scale A4 no longer fits a laptop's screen comfortably. */
const MAX_FIT_SCALE = 1.4;

export interface PlacedPage extends Rect {
  /** The scale is in CSS pixels per point. */
  readonly scale: number;
  /** The size is in points. */
  readonly size: Size;
}

/** Positions are in CSS pixels of the scrolled column. */
export interface PageLayout {
  readonly pages: readonly PlacedPage[];
  readonly width: number;
  readonly height: number;
}

/** Pages are centred. Until a page's size is known, it is that of the first page. */
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

/** Returns the first page that is at least partly between two heights, and the one after the last. */
export function pagesBetween({ pages }: PageLayout, top: number, bottom: number): readonly [number, number] {
  const first = findFirst(pages, (page) => page.y + page.height >= top);
  const after = findFirst(pages, (page) => page.y > bottom);
  return [first, Math.max(after, first)];
}

/** Returns the page at that height, or the nearest one below the gap. */
export function pageAt({ pages }: PageLayout, y: number): number {
  return Math.min(
    findFirst(pages, (page) => page.y + page.height + GAP / 2 > y),
    pages.length - 1,
  );
}

/** Searches in halves: `holds` is false for some first pages, and true for the others. */
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

/** Returns null if the page does not exist. */
export function toColumn({ pages }: PageLayout, { x, y, width, height }: Rect, page: number): Rect | null {
  const found = pages[page];
  if (found === undefined) return null;
  const { scale } = found;
  return { x: found.x + x * scale, y: found.y + y * scale, width: width * scale, height: height * scale };
}

/** Returns the position, in points, of a rectangle of the column on the page that has its centre. */
export function toPage(
  layout: PageLayout,
  { x, y, height }: Pick<Rect, 'x' | 'y' | 'height'>,
): Pick<Place, 'page' | 'x' | 'y'> {
  const index = pageAt(layout, y + height / 2);
  const page = layout.pages[index];
  if (page === undefined) return { page: 0, x: 0, y: 0 };
  return { page: index, x: (x - page.x) / page.scale, y: (y - page.y) / page.scale };
}

export interface PagesView {
  readonly layout: PageLayout;
  /** The first page to render, and the one after the last. */
  readonly near: readonly [number, number];
  /** The width of the viewport in CSS pixels, and 0 while it is hidden. */
  readonly width: number;
  readonly height: number;
  /** Returns undefined until the page has been read. */
  sizeOf(page: number): Size | undefined;
  /** Is called before a page is shown. */
  requestSize(page: number): void;
}

interface Viewport {
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Sizes are read when pages come near the viewport. */
export function usePageLayout(
  scroller: RefObject<HTMLElement | null>,
  pdf: OpenedPdf,
  firstSize: Size,
  zoom: number,
): PagesView {
  const viewport = useViewport(scroller);
  const sizes = useRef(new Map<number, Size>([[0, firstSize]]));
  const requested = useRef(new Set([0]));
  const [revision, setRevision] = useState(0);
  const sizeOf = useCallback((page: number) => sizes.current.get(page), []);
  const requestSize = useCallback(
    (page: number) => {
      if (requested.current.has(page)) return;
      requested.current.add(page);
      pdf.readPageSize(page).then(
        (size) => {
          sizes.current.set(page, size);
          // Most pages are as large as the first, so nothing moves.
          setRevision((count) => count + 1);
        },
        () => requested.current.delete(page),
      );
    },
    [pdf],
  );
  const layout = useMemo(
    () => layOutPages(pdf.pageCount, (page) => sizes.current.get(page) ?? firstSize, viewport.width, zoom),
    [pdf, firstSize, viewport.width, zoom, revision],
  );
  const { top, width, height } = viewport;
  // Hidden pages have no width.
  const [first, after] = width === 0 ? [0, 0] : pagesBetween(layout, top - height, top + 2 * height);
  const near = useMemo(() => [first, after] as const, [first, after]);
  return { layout, near, width, height, sizeOf, requestSize };
}

function useViewport(scroller: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState<Viewport>({ top: 0, width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      const { scrollTop: top, clientWidth: width, clientHeight: height } = element;
      setViewport((before) =>
        before.top === top && before.width === width && before.height === height
          ? before
          : { top, width, height },
      );
    };
    const plan = () => {
      if (frame === 0) frame = requestAnimationFrame(measure);
    };
    const observer = new ResizeObserver(plan);
    observer.observe(element);
    element.addEventListener('scroll', plan, { passive: true });
    measure();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      element.removeEventListener('scroll', plan);
    };
  }, [scroller]);
  return viewport;
}
