import SignaturePad, { type PointGroup } from 'signature_pad';
import type { Size } from '../document/page-scale.ts';
import { type Bounds, inkBounds, transformStrokes } from './strokes.ts';
import { opaqueBounds } from './trim-picture.ts';

/** Pixels of the exported picture at most: sharp in print on the largest box (328 x 87 pt) and far below any upload limit. */
const MAX_PICTURE_PIXELS = { width: 1600, height: 600 } as const;
/** A small drawing is not blown up more than this: the line would look like a felt pen. */
const MAX_ENLARGEMENT = 4;

function pictureScale({ width, height }: Bounds): number {
  return Math.min(MAX_PICTURE_PIXELS.width / width, MAX_PICTURE_PIXELS.height / height, MAX_ENLARGEMENT);
}

/** The ink as a PNG data URL: transparent and trimmed to the pixel. Null when there is nothing drawn. */
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

/** Lines end a little before their last point and are thinner than they may be, hence the look at the pixels. */
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
