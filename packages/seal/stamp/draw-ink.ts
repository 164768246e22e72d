import type { PdfFile } from '@countersign/pdf';
import type { PageDrawing } from '../drawing/page-drawing.ts';
import { drawImage, pixelsOf } from './draw-image.ts';
import { drawName } from './draw-name.ts';
import { createInkImage } from './embed-image.ts';
import { prepareInk } from './prepare-ink.ts';
import { printLines } from './print-lines.ts';
import type { InkStamp } from './stamp.ts';
import { layOutStamp, type StampLayout } from './stamp-layout.ts';

/** Blue-black, as from a pen. */
const INK_COLOR = [0.04, 0.09, 0.33] as const;

/** Operators for ink and the small print under it. */
export async function drawInk(file: PdfFile, drawing: PageDrawing, stamp: InkStamp): Promise<string> {
  const layout = layOutStamp(stamp.box, stamp.lines.length);
  const ink = stamp.image
    ? await drawInkImage(file, drawing, layout, stamp.image)
    : drawName(drawing, layout, stamp.typedName ?? '', INK_COLOR);
  return ink + printLines(drawing, layout, stamp.lines);
}

/** At the left, like writing; in the middle of the height, so that low ink does not touch the print. */
async function drawInkImage(
  file: PdfFile,
  drawing: PageDrawing,
  { ink: area }: StampLayout,
  bytes: Uint8Array,
): Promise<string> {
  const ink = await prepareInk(bytes, ...pixelsOf(area));
  const { width, height } = ink;
  return drawImage(drawing, area, { width, height, image: createInkImage(file, ink) }, 'left');
}
