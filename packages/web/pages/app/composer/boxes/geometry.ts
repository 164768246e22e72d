import { BOX_SIZES, MAX_SCALE, MIN_SCALE } from '@countersign/seal/box-size';
import type { BoxPosition } from '@countersign/signing';
import type { BoxKind } from '../model/composition.ts';

export { MAX_SCALE, MIN_SCALE };

/** Points. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Points, y down. */
export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** Points: page sizes are often rounded. */
const TOLERANCE = 0.5;
/** A hundredth of a point is not visible. */
const PRECISION = 100;

export function rectOf(kind: BoxKind, { x, y, scale }: BoxPosition): Rect {
  const { width, height } = BOX_SIZES[kind];
  return { x, y, width: width * scale, height: height * scale };
}

export function round(length: number): number {
  return Math.round(length * PRECISION) / PRECISION;
}

/** At which a box fits. */
export function largestScale(kind: BoxKind, page: Size): number {
  const { width, height } = BOX_SIZES[kind];
  const fitting = Math.min(page.width / width, page.height / height, MAX_SCALE);
  return Math.max(Math.floor(fitting * PRECISION) / PRECISION, MIN_SCALE);
}

export function clampScale(scale: number): number {
  return round(Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE));
}

/** Shrinks one that is larger than the page. */
export function clampToPage(kind: BoxKind, box: BoxPosition, page: Size): BoxPosition {
  const scale = Math.min(box.scale, largestScale(kind, page));
  const { width, height } = rectOf(kind, { ...box, scale });
  return {
    page: box.page,
    x: clampStart(box.x, width, page.width),
    y: clampStart(box.y, height, page.height),
    scale,
  };
}

function clampStart(start: number, length: number, available: number): number {
  return round(Math.max(0, Math.min(start, Math.floor((available - length) * PRECISION) / PRECISION)));
}

/** The upper left corner stays, so the page limits the scale. */
export function resizeOnPage(kind: BoxKind, box: BoxPosition, wanted: number, page: Size): BoxPosition {
  const { width, height } = BOX_SIZES[kind];
  const space = Math.min((page.width - box.x) / width, (page.height - box.y) / height);
  const fitting = Math.floor(space * PRECISION) / PRECISION;
  return { ...box, scale: clampScale(Math.min(wanted, Math.max(fitting, MIN_SCALE))) };
}

export function isOutside(kind: BoxKind, box: BoxPosition, page: Size): boolean {
  const { x, y, width, height } = rectOf(kind, box);
  return (
    x < -TOLERANCE ||
    y < -TOLERANCE ||
    x + width > page.width + TOLERANCE ||
    y + height > page.height + TOLERANCE
  );
}

/** Boxes that only touch do not overlap. */
export function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
