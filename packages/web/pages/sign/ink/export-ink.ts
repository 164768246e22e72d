import SignaturePad, { type PointGroup } from 'signature_pad';
import { type Bounds, inkBounds, transformStrokes } from './strokes.ts';
import { createCanvas, MAX_PICTURE_PIXELS, trimPicture } from './trim-picture.ts';

/** The line would be too thick. */
const MAX_ENLARGEMENT = 4;

function pictureScale({ width, height }: Bounds): number {
  return Math.min(MAX_PICTURE_PIXELS.width / width, MAX_PICTURE_PIXELS.height / height, MAX_ENLARGEMENT);
}

/** A trimmed, transparent PNG; null if empty. */
export function exportInk(strokes: readonly PointGroup[]): string | null {
  const bounds = inkBounds(strokes);
  if (bounds === null) return null;
  // Lines are thinner and shorter than computed.
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
