import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { OpenedPdf } from '../../../document/open-pdf.ts';
import type { Size } from '../boxes/geometry.ts';
import { layOutPages, type PageLayout, pagesBetween } from './page-layout.ts';

export interface PagesView {
  readonly layout: PageLayout;
  /** To render: first, and after the last. */
  readonly near: readonly [number, number];
  /** Of the viewport, CSS pixels; 0 while it is hidden. */
  readonly width: number;
  readonly height: number;
  /** Undefined: not read yet. */
  sizeOf(page: number): Size | undefined;
  /** Before a page is shown. */
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
          // Most are as large as the first, which moves nothing.
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
