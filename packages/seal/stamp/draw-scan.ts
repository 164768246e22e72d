import type { PdfFile } from '@countersign/pdf';
import type { PageDrawing } from '../drawing/page-drawing.ts';
import { drawImage, pixelsOf } from './draw-image.ts';
import { createPhotoImage } from './embed-image.ts';
import { preparePhoto } from './prepare-photo.ts';
import { printLines } from './print-lines.ts';
import type { ScanStamp } from './stamp.ts';
import { layOutStamp, moveToMiddle, type StampLayout } from './stamp-layout.ts';

/** Operators for the image of an identity document, centred, and the small print under it. */
export async function drawScan(
  file: PdfFile,
  drawing: PageDrawing,
  { box, image, lines }: ScanStamp,
): Promise<string> {
  const layout = layOutStamp(box, lines.length);
  if (image === undefined) return printLines(drawing, moveToMiddle(layout), lines);
  return (await drawPhoto(file, drawing, layout, image)) + printLines(drawing, layout, lines);
}

async function drawPhoto(
  file: PdfFile,
  drawing: PageDrawing,
  { ink: area }: StampLayout,
  bytes: Uint8Array,
): Promise<string> {
  const photo = await preparePhoto(bytes, ...pixelsOf(area));
  const { width, height } = photo;
  return drawImage(drawing, area, { width, height, image: createPhotoImage(file, photo) }, 'centre');
}
