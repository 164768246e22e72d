import type { PointGroup } from 'signature_pad';
import type { Size } from '../../document/page-scale.ts';

/** CSS pixels of a pad of that size. */
export interface DrawnStrokes {
  readonly strokes: readonly PointGroup[];
  readonly padSize: Size;
}

export interface Bounds extends Size {
  readonly x: number;
  readonly y: number;
}

/** A shorter stroke is accidental. */
const MIN_INK_PIXELS = 30;

/** Times are scaled too, because speed determines the line width. */
export function transformStrokes(
  strokes: readonly PointGroup[],
  factor: number,
  offset: { readonly x: number; readonly y: number } = { x: 0, y: 0 },
): PointGroup[] {
  return strokes.map((stroke) => ({
    ...stroke,
    dotSize: stroke.dotSize * factor,
    minWidth: stroke.minWidth * factor,
    maxWidth: stroke.maxWidth * factor,
    points: stroke.points.map((point) => ({
      x: (point.x + offset.x) * factor,
      y: (point.y + offset.y) * factor,
      pressure: point.pressure,
      time: point.time * factor,
    })),
  }));
}

function isFlat({ width, height }: Size): boolean {
  return width <= 0 || height <= 0;
}

/** Centred and undistorted. */
export function fitStrokes({ strokes, padSize }: DrawnStrokes, target: Size): PointGroup[] {
  if (isFlat(padSize) || isFlat(target)) return [];
  const factor = Math.min(target.width / padSize.width, target.height / padSize.height);
  const offset = {
    x: (target.width / factor - padSize.width) / 2,
    y: (target.height / factor - padSize.height) / 2,
  };
  return transformStrokes(strokes, factor, offset);
}

/** With line width; null if empty. */
export function inkBounds(strokes: readonly PointGroup[]): Bounds | null {
  const points = strokes.flatMap((stroke) => stroke.points);
  if (points.length === 0) return null;
  const margin = Math.max(...strokes.map((stroke) => Math.max(stroke.maxWidth, stroke.dotSize)));
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const x = Math.min(...xs) - margin;
  const y = Math.min(...ys) - margin;
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

function strokeLength({ points }: PointGroup): number {
  return points.reduce((length, point, index) => {
    const before = points[index - 1];
    return before === undefined ? length : length + Math.hypot(point.x - before.x, point.y - before.y);
  }, 0);
}

/** For a signature. */
export function isEnoughInk(strokes: readonly PointGroup[]): boolean {
  return strokes.reduce((length, stroke) => length + strokeLength(stroke), 0) >= MIN_INK_PIXELS;
}
