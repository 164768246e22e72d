import type { DisplayedBox } from '@countersign/signing';

/** CSS pixels per displayed point at most: beyond this an A4 page no longer fits a laptop's screen comfortably. */
const MAX_SCALE = 1.4;
/** Below this (CSS pixels per point) typing into a box of normal height is no longer possible. */
const MIN_INLINE_SCALE = 0.85;
/** Device pixels per CSS pixel worth drawing; more costs memory and is not seen. */
const MAX_PIXEL_RATIO = 2.5;
/** Device pixels of one canvas: what iOS Safari allows (4096 x 4096). */
const MAX_CANVAS_AREA = 16_777_216;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** CSS pixels per displayed point so that a page fills the width it is given. */
export function fitScale(pageWidth: number, availableWidth: number): number {
  if (pageWidth <= 0 || availableWidth <= 0) return 1;
  return Math.min(availableWidth / pageWidth, MAX_SCALE);
}

/** Whether fields are filled in a sheet of their own instead of on the page: small scale or fingers. */
export function needsFieldSheet(scale: number, hasCoarsePointer: boolean): boolean {
  return hasCoarsePointer || scale < MIN_INLINE_SCALE;
}

/** A displayed box (points, origin top-left) as CSS lengths on a page drawn at `scale`. */
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

/** Device pixels of the canvas behind a page of this CSS size. */
export function canvasPixels(page: Size, devicePixelRatio: number): Size & { readonly ratio: number } {
  const affordable = Math.sqrt(MAX_CANVAS_AREA / (page.width * page.height));
  const ratio = Math.min(Math.max(devicePixelRatio, 1), MAX_PIXEL_RATIO, affordable);
  return { width: Math.floor(page.width * ratio), height: Math.floor(page.height * ratio), ratio };
}

/** Share of a single-line box that its text takes; readers of PDFs use about this. */
const TEXT_SHARE = 0.62;
/** Points; forms are rarely set larger or smaller. */
const TEXT_SIZE = { multiline: 11, smallest: 6, largest: 14 } as const;

/** CSS pixels of the text in a field `height` points high. */
export function fieldTextSize(height: number, multiline: boolean, scale: number): number {
  if (multiline) return TEXT_SIZE.multiline * scale;
  const points = Math.min(Math.max(height * TEXT_SHARE, TEXT_SIZE.smallest), TEXT_SIZE.largest);
  return points * scale;
}
