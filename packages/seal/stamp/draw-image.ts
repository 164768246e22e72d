import type { PDFRawStream } from 'pdf-lib';
import { decimal, type PageDrawing } from '../drawing/page-drawing.ts';
import type { Area } from './stamp-layout.ts';

/** Per inch, as printers have. */
const RESOLUTION = 300;
const POINTS_PER_INCH = 72;

export function pixelsOf({ width, height }: Area): readonly [number, number] {
  return [toPixels(width), toPixels(height)];
}

/** As large as fits, centred vertically. */
export function drawImage(
  drawing: PageDrawing,
  area: Area,
  { width, height, image }: { readonly width: number; readonly height: number; readonly image: PDFRawStream },
  align: 'left' | 'centre',
): string {
  const name = drawing.register('XObject', image);
  const scale = Math.min(area.width / width, area.height / height);
  const [drawnWidth, drawnHeight] = [width * scale, height * scale];
  const x = align === 'left' ? area.x : area.x + (area.width - drawnWidth) / 2;
  const y = area.y + (area.height - drawnHeight) / 2;
  return `q ${[drawnWidth, 0, 0, drawnHeight, x, y].map(decimal).join(' ')} cm /${name} Do Q\n`;
}

function toPixels(points: number): number {
  return Math.max(1, Math.ceil((points * RESOLUTION) / POINTS_PER_INCH));
}
