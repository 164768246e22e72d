import SignaturePad, { type PointGroup } from 'signature_pad';
import type { Size } from '../../document/page-scale.ts';
import { type Bounds, inkBounds, transformStrokes } from './strokes.ts';
import { opaqueBounds } from './trim-picture.ts';

/** Pixels: sharp in print on the largest box (328 x 87 pt), far below the upload limit. */
const MAX_PICTURE_PIXELS = { width: 1600, height: 600 } as const;
/** Small drawings are not enlarged more; the line would be too thick. */
const MAX_ENLARGEMENT = 4;

function pictureScale({ width, height }: Bounds): number {
  return Math.min(MAX_PICTURE_PIXELS.width / width, MAX_PICTURE_PIXELS.height / height, MAX_ENLARGEMENT);
}

/** Returns the ink as a trimmed, transparent PNG data URL, or null if empty. */
export function exportInk(strokes: readonly PointGroup[]): string | null {
  const bounds = inkBounds(strokes);
  if (bounds === null) return null;
  const picture = trimPicture(drawStrokes(strokes, bounds));
  return picture === null ? null : picture.toDataURL('image/png');
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

/** Lines are thinner and shorter than computed, so pixels are checked. */
function trimPicture(canvas: HTMLCanvasElement): HTMLCanvasElement | null {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  const bounds = pixels === undefined ? null : opaqueBounds(pixels);
  if (bounds === null) return null;
  const trimmed = createCanvas(bounds);
  trimmed.getContext('2d')?.drawImage(canvas, -bounds.x, -bounds.y);
  return trimmed;
}

function createCanvas({ width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}
