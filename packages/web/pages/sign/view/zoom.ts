import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fitScale, type Size, type TextExtent } from '../../document/page-scale.ts';
import type { OpenPdfState } from '../../document/use-pdf.ts';

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

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Zoom {
  /** It is null until the text of the first page is known. */
  readonly level: number | null;
  readonly canGrow: boolean;
  readonly canShrink: boolean;
  /** Multiplies. What is at the point of the window stays there; without a point, what is in its middle. */
  by(factor: number, at?: Point): void;
  /** Shows the whole page, or twice its size. */
  toggle(at: Point): void;
}

type Scroller = RefObject<HTMLElement | null>;

export function useZoom(scroller: Scroller, opened: OpenPdfState | null, available: number): Zoom {
  const [level, setLevel] = useState<number | null>(null);
  const isMeasured = available > 0;
  /** Runs after the pages have their new size. */
  const settle = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (opened === null || !isMeasured) return;
    if (available >= NARROW) {
      setLevel((current) => current ?? LIMITS.least);
      return;
    }
    let isCurrent = true;
    const show = (extent: TextExtent | null): void => {
      if (!isCurrent) return;
      const opening = openingZoom(extent, opened.firstSize, available);
      const scale = fitScale(opened.firstSize.width, available) * opening;
      settle.current = () => scroller.current?.scrollTo({ left: (extent?.left ?? 0) * scale - MARGIN });
      setLevel((current) => current ?? opening);
    };
    opened.pdf.readTextExtent(0).then(show, () => show(null));
    return () => {
      isCurrent = false;
    };
  }, [opened, isMeasured]);

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

/** Two taps within this time and distance are one gesture. */
const DOUBLE_TAP = { milliseconds: 300, pixels: 30 } as const;
const CONTROLS = 'button, input, select, textarea, a, label';

/** Two fingers zoom, and two taps on the paper. The browser would zoom the guide out of sight. */
export function useTouchZoom(scroller: Scroller, zoom: Zoom): void {
  const latest = useRef(zoom);
  latest.current = zoom;
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const listening = new AbortController();
    const listen = (type: 'touchstart' | 'touchmove' | 'touchend', act: (event: TouchEvent) => void): void =>
      element.addEventListener(type, act, { passive: false, signal: listening.signal });
    const pages = (): HTMLElement | null => element.querySelector('.document');
    let pinch: { readonly distance: number; readonly at: Point; factor: number } | null = null;
    let tap: { readonly time: number; readonly at: Point } | null = null;

    listen('touchstart', ({ touches }) => {
      const [first, second] = touches;
      if (first === undefined || second === undefined) return;
      const at = { x: (first.clientX + second.clientX) / 2, y: (first.clientY + second.clientY) / 2 };
      pinch = { distance: distanceOf(first, second), at, factor: 1 };
      const box = pages()?.getBoundingClientRect();
      if (box) pages()?.style.setProperty('transform-origin', `${at.x - box.left}px ${at.y - box.top}px`);
    });
    listen('touchmove', (event) => {
      const [first, second] = event.touches;
      if (pinch === null || first === undefined || second === undefined) return;
      event.preventDefault();
      pinch.factor = distanceOf(first, second) / pinch.distance;
      pages()?.style.setProperty('transform', `scale(${pinch.factor})`);
    });
    listen('touchend', (event) => {
      if (pinch !== null) {
        if (event.touches.length > 1) return;
        pages()?.style.removeProperty('transform');
        latest.current.by(pinch.factor, pinch.at);
        pinch = null;
        tap = null;
        return;
      }
      const [finger] = event.changedTouches;
      if (finger === undefined || (event.target as Element).closest(CONTROLS) !== null) return;
      const at = { x: finger.clientX, y: finger.clientY };
      const isDouble =
        tap !== null &&
        event.timeStamp - tap.time < DOUBLE_TAP.milliseconds &&
        Math.hypot(at.x - tap.at.x, at.y - tap.at.y) < DOUBLE_TAP.pixels;
      tap = isDouble ? null : { time: event.timeStamp, at };
      if (!isDouble) return;
      event.preventDefault();
      latest.current.toggle(at);
    });
    return () => listening.abort();
  }, [scroller]);
}

function distanceOf(a: Touch, b: Touch): number {
  return Math.max(Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), 1);
}
