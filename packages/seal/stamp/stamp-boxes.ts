import { PageDrawing, type PdfFile } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { STAMPS } from '../arguments.ts';
import { type Area, layOutStamp } from '../layout.ts';
import { createPhotoImage, drawImage, drawInk, InkImages, pixelsOf } from './draw-image.ts';
import { drawFacts, drawIdentity, measureFacts } from './facts.ts';
import { preparePhoto } from './images.ts';
import type { InkStamp, ScanStamp, Stamp } from './stamp.ts';

async function drawScan(
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

/**
 * Draws stamps into the page content, upright. Throws `image_not_readable`, and PdfError `text_not_drawable`
 * for a typed name; other texts are escaped as `[U+13000]`.
 */
export async function stampBoxes(file: PdfFile, stamps: readonly Stamp[]): Promise<void> {
  checkArguments({ file, stamps }, STAMPS);
  const drawing = new PageDrawing(file);
  const images = new InkImages(file, stamps.filter(isInk));
  for (const stamp of stamps) drawing.add(stamp.box, await drawStamp(file, drawing, images, stamp));
  await drawing.finish();
}

function isInk(stamp: Stamp): stamp is InkStamp {
  return stamp.kind === undefined || stamp.kind === 'ink';
}

function drawStamp(
  file: PdfFile,
  drawing: PageDrawing,
  images: InkImages,
  stamp: Stamp,
): string | Promise<string> {
  if (stamp.kind === 'identity') return drawIdentity(drawing, stamp);
  return stamp.kind === 'id_scan' ? drawScan(file, drawing, stamp) : drawInk(drawing, images, stamp);
}
