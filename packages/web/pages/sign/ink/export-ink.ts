import type { PointGroup } from 'signature_pad';
import SignaturePad from 'signature_pad';
import type { Size } from '../../document/page-scale.ts';
import { type Bounds, inkBounds, transformStrokes } from './strokes.ts';

/** A picture of this size is sharp in print on the largest box (328 x 87 pt). */
export const MAX_PICTURE_PIXELS = { width: 1600, height: 600 } as const;

/** The data are RGBA in rows. */
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

/** Returns null if no pixel is opaque. */
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

/** Returns a PNG without transparent margins, and null if the canvas shows nothing. */
export function trimPicture(canvas: HTMLCanvasElement): string | null {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  const bounds = pixels === undefined ? null : opaqueBounds(pixels);
  if (bounds === null) return null;
  const trimmed = createCanvas(bounds);
  trimmed.getContext('2d')?.drawImage(canvas, -bounds.x, -bounds.y);
  return trimmed.toDataURL('image/png');
}

export function createCanvas({ width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/** The line would be too thick at a larger scale. */
const MAX_ENLARGEMENT = 4;

function pictureScale({ width, height }: Bounds): number {
  return Math.min(MAX_PICTURE_PIXELS.width / width, MAX_PICTURE_PIXELS.height / height, MAX_ENLARGEMENT);
}

/** Returns a trimmed, transparent PNG, and null if the strokes show nothing. */
export function exportInk(strokes: readonly PointGroup[]): string | null {
  const bounds = inkBounds(strokes);
  if (bounds === null) return null;
  // Lines are thinner and shorter than computed, so the margins are trimmed.
  return trimPicture(drawStrokes(strokes, bounds));
}

function drawStrokes(strokes: readonly PointGroup[], bounds: Bounds): HTMLCanvasElement {
  const scale = pictureScale(bounds);
  const canvas = createCanvas({
    width: Math.ceil(bounds.width * scale),
    height: Math.ceil(bounds.height * scale),
  });
  const pad = new SignaturePad(canvas);
  pad.off();
  pad.fromData(transformStrokes(strokes, scale, { x: -bounds.x, y: -bounds.y }));
  return canvas;
}
