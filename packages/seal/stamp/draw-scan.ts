import type { PdfFile } from '@countersign/pdf';
import type { PageDrawing } from '../drawing/page-drawing.ts';
import { drawFacts, measureFacts } from './draw-facts.ts';
import { drawImage, pixelsOf } from './draw-image.ts';
import { createPhotoImage } from './embed-image.ts';
import { preparePhoto } from './prepare-photo.ts';
import type { ScanStamp } from './stamp.ts';
import { type Area, layOutStamp } from './stamp-layout.ts';

export async function drawScan(
  file: PdfFile,
  drawing: PageDrawing,
  { box, image, lines }: ScanStamp,
): Promise<string> {
  const most = layOutStamp(box);
  const { ink, facts } = layOutStamp(box, measureFacts(drawing, most.facts, lines));
  if (image === undefined) {
    const whole = { ...facts, height: ink.y + ink.height - facts.y };
    return drawFacts(drawing, whole, lines, 'middle');
  }
  return (await drawPhoto(file, drawing, ink, image)) + drawFacts(drawing, facts, lines);
}

async function drawPhoto(
  file: PdfFile,
  drawing: PageDrawing,
  area: Area,
  bytes: Uint8Array,
): Promise<string> {
  const photo = await preparePhoto(bytes, ...pixelsOf(area));
  const { width, height } = photo;
  return drawImage(drawing, area, { width, height, image: createPhotoImage(file, photo) }, 'centre');
}
