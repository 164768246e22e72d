import type { TextExtent } from '@countersign/pdf/text-extent';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fitScale, type Size } from '../../document/page-scale.ts';
import type { Point, ZoomByTouch } from './touch-zoom.ts';

/** 1 shows the width of the page. */
const LIMITS = { least: 1, most: 4 } as const;
/** A press of a button. */
export const ZOOM_STEP = 1.25;
/** Columns wider than this open with the whole page, whose text is large enough there. */
const NARROW = 640;
/** CSS pixels beside the column of text. */
const MARGIN = 8;
/** CSS pixels that the median text has at least; the last tenth is for rounding. */
const MIN_TEXT_SIZE = 11.1;
/** CSS pixels. */
const PAPER = { tablet: 720, desktop: 800, desktopFrom: 960 } as const;

/** Returns the zoom at which the column of text fills the width, or its text can be read. */
function openingZoom(extent: TextExtent | null, page: Size, available: number): number {
  if (extent === null || extent.right <= extent.left) return LIMITS.least;
  const filling = (available - 2 * MARGIN) / (extent.right - extent.left);
  return clamp(Math.max(filling, MIN_TEXT_SIZE / extent.medianSize) / fitScale(page.width, available));
}

/** Pages on large screens are not wider than paper on a desk. */
export function paperWidth(available: number): number {
  return Math.min(available, available < PAPER.desktopFrom ? PAPER.tablet : PAPER.desktop);
}

function clamp(zoom: number): number {
  return Math.min(Math.max(zoom, LIMITS.least), LIMITS.most);
}

export interface Zoom extends ZoomByTouch {
  /** It is null until the text of the first page is known. */
  readonly level: number | null;
  readonly canGrow: boolean;
  readonly canShrink: boolean;
  /** Without a point, what is in the middle of the window stays there. */
  by(factor: number, at?: Point): void;
}

type Scroller = RefObject<HTMLElement | null>;

/** What is known of the first page before the zoom is. */
export interface FirstPage {
  readonly size: Size;
  readTextExtent(): Promise<TextExtent | null>;
}

export function useZoom(scroller: Scroller, first: FirstPage | null, available: number): Zoom {
  const [level, setLevel] = useState<number | null>(null);
  const isMeasured = available > 0;
  /** Runs after the pages have their new size. */
  const settle = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (first === null || !isMeasured || level !== null) return;
    if (available >= NARROW) {
      setLevel((current) => current ?? LIMITS.least);
      return;
    }
    let isCurrent = true;
    const show = (extent: TextExtent | null): void => {
      if (!isCurrent) return;
      const opening = openingZoom(extent, first.size, available);
      const scale = fitScale(first.size.width, available) * opening;
      settle.current = () => scroller.current?.scrollTo({ left: (extent?.left ?? 0) * scale - MARGIN });
      setLevel((current) => current ?? opening);
    };
    first.readTextExtent().then(show, () => show(null));
    return () => {
      isCurrent = false;
    };
  }, [first, isMeasured]);

  useLayoutEffect(() => {
    settle.current?.();
    settle.current = null;
  }, [level]);

  const current = level ?? LIMITS.least;
  const change = (next: number, at?: Point): void => {
    const element = scroller.current;
    if (element !== null) settle.current = holdPoint(element, at ?? middleOf(element));
    setLevel(clamp(next));
  };
  return {
    level,
    canGrow: current < LIMITS.most,
    canShrink: current > LIMITS.least,
    by: (factor, at) => change(current * factor, at),
    toggle: (at) => change(current > 1.5 * LIMITS.least ? LIMITS.least : 2 * LIMITS.least, at),
  };
}

function middleOf(scroller: HTMLElement): Point {
  const { left, width } = scroller.getBoundingClientRect();
  return { x: left + width / 2, y: window.innerHeight / 2 };
}

/** Returns what scrolls the same part of the page back to the point. */
function holdPoint(scroller: HTMLElement, { x, y }: Point): () => void {
  const pages = [...scroller.querySelectorAll('.page')];
  const page = pages.findLast((one) => one.getBoundingClientRect().top <= y) ?? pages[0];
  if (page === undefined) return () => undefined;
  const before = page.getBoundingClientRect();
  const share = { x: (x - before.left) / before.width, y: (y - before.top) / before.height };
  return () => {
    const after = page.getBoundingClientRect();
    scroller.scrollLeft += after.left + share.x * after.width - x;
    window.scrollBy(0, after.top + share.y * after.height - y);
  };
}

/** Two fingers and two taps change the size too; they are loaded once the page is there. */
export function useTouchZoom(scroller: Scroller, zoom: Zoom): void {
  const latest = useRef(zoom);
  latest.current = zoom;
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const leaving = new AbortController();
    import('./touch-zoom.ts').then(
      ({ listenToTouches }) => listenToTouches(element, latest, leaving.signal),
      // The buttons do the same.
      () => undefined,
    );
    return () => leaving.abort();
  }, [scroller]);
}
