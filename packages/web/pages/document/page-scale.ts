import type { DisplayedBox } from '@countersign/signing';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** The scale is in CSS pixels per displayed point. Above this scale A4 no longer fits a laptop's screen comfortably. */
const MAX_SCALE = 1.4;
/** The scale is in CSS pixels per point. Below this scale typing into a normal box is impractical. */
const MIN_INLINE_SCALE = 0.85;
/** A higher ratio is not visible. */
const MAX_PIXEL_RATIO = 2.5;
/** One canvas in iOS Safari has at most this area (4096 x 4096). */
const MAX_CANVAS_AREA = 16_777_216;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns CSS pixels per point. */
export function fitScale(pageWidth: number, availableWidth: number): number {
  if (pageWidth <= 0 || availableWidth <= 0) return 1;
  return Math.min(availableWidth / pageWidth, MAX_SCALE);
}

/** A sheet is needed at small scales and for touch. */
export function needsFieldSheet(scale: number, hasCoarsePointer: boolean): boolean {
  return hasCoarsePointer || scale < MIN_INLINE_SCALE;
}

/** Returns CSS lengths at `scale`. */
export function placeOnPage(box: DisplayedBox, scale: number): Readonly<Record<string, string>> {
  return {
    left: toPixels(box.x * scale),
    top: toPixels(box.y * scale),
    width: toPixels(box.width * scale),
    height: toPixels(box.height * scale),
  };
}

export function toPixels(length: number): string {
  return `${Math.round(length * 100) / 100}px`;
}

/** Returns device pixels. */
export function canvasPixels(page: Size, devicePixelRatio: number): Size & { readonly ratio: number } {
  const affordable = Math.sqrt(MAX_CANVAS_AREA / (page.width * page.height));
  const ratio = Math.min(Math.max(devicePixelRatio, 1), MAX_PIXEL_RATIO, affordable);
  return { width: Math.floor(page.width * ratio), height: Math.floor(page.height * ratio), ratio };
}

/** Text has this share of a single-line box, as in most PDF readers. */
const TEXT_SHARE = 0.62;
/** Sizes are in points. */
const TEXT_SIZE = { multiline: 11, smallest: 6, largest: 14 } as const;

/** Returns CSS pixels. `height` is in points. */
export function fieldTextSize(height: number, multiline: boolean, scale: number): number {
  if (multiline) return TEXT_SIZE.multiline * scale;
  const points = Math.min(Math.max(height * TEXT_SHARE, TEXT_SIZE.smallest), TEXT_SIZE.largest);
  return points * scale;
}

/** Returns the current width in CSS pixels, and 0 before the first layout. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const observer = new ResizeObserver(() => setWidth(target.clientWidth));
    observer.observe(target);
    setWidth(target.clientWidth);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Pages are rendered within this many screens above and below. */
const MARGIN = '100% 0px';

export function useNearViewport(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}
