import type { PdfFile } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { STAMPS } from '../arguments.ts';
import { PageDrawing } from '../drawing/page-drawing.ts';
import { drawIdentity } from './draw-identity.ts';
import { drawInk } from './draw-ink.ts';
import { drawScan } from './draw-scan.ts';
import type { Stamp } from './stamp.ts';

/**
 * Draws stamps into the page content, upright. Throws `image_not_readable`, and PdfError `text_not_drawable`
 * for a typed name; other texts are escaped as `[U+13000]`.
 */
export async function stampBoxes(file: PdfFile, stamps: readonly Stamp[]): Promise<void> {
  checkArguments({ file, stamps }, STAMPS);
  const drawing = new PageDrawing(file);
  for (const stamp of stamps) drawing.add(stamp.box, await drawStamp(file, drawing, stamp));
  await drawing.finish();
}

function drawStamp(file: PdfFile, drawing: PageDrawing, stamp: Stamp): string | Promise<string> {
  if (stamp.kind === 'identity') return drawIdentity(drawing, stamp);
  return stamp.kind === 'id_scan' ? drawScan(file, drawing, stamp) : drawInk(file, drawing, stamp);
}
