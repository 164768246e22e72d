import SignaturePad, { type PointGroup } from 'signature_pad';
import { type Bounds, inkBounds, transformStrokes } from './strokes.ts';

/** Pixels of the exported picture at most: sharp in print on the largest box (328 x 87 pt) and far below any upload limit. */
const LARGEST_PICTURE = { width: 1600, height: 600 } as const;
/** A small drawing is not blown up more than this: the line would look like a felt pen. */
const MAX_ENLARGEMENT = 4;

function pictureScale({ width, height }: Bounds): number {
  return Math.min(LARGEST_PICTURE.width / width, LARGEST_PICTURE.height / height, MAX_ENLARGEMENT);
}

/** The ink as a PNG data URL: transparent and trimmed to the strokes. Null when there is nothing drawn. */
export function exportInk(strokes: readonly PointGroup[]): string | null {
  const bounds = inkBounds(strokes);
  if (bounds === null) return null;
  const scale = pictureScale(bounds);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(bounds.width * scale);
  canvas.height = Math.ceil(bounds.height * scale);
  const pad = new SignaturePad(canvas);
  pad.off();
  pad.fromData(transformStrokes(strokes, scale, { x: -bounds.x, y: -bounds.y }));
  return canvas.toDataURL('image/png');
}
