import type { Bounds } from './strokes.ts';

/** RGBA in rows. */
export interface Pixels {
  readonly data: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
}

function hasInk({ data, width }: Pixels, x: number, y: number): boolean {
  return (data[(y * width + x) * 4 + 3] ?? 0) > 0;
}

function countUp(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

/** Returns the bounds of all non-transparent pixels, or null. */
export function opaqueBounds(pixels: Pixels): Bounds | null {
  const columns = countUp(pixels.width);
  const rows = countUp(pixels.height);
  const rowHasInk = (y: number): boolean => columns.some((x) => hasInk(pixels, x, y));
  const columnHasInk = (x: number): boolean => rows.some((y) => hasInk(pixels, x, y));
  const top = rows.find(rowHasInk);
  const bottom = rows.findLast(rowHasInk);
  const left = columns.find(columnHasInk);
  const right = columns.findLast(columnHasInk);
  if (top === undefined || bottom === undefined || left === undefined || right === undefined) return null;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
