import type { PdfFile } from '@countersign/pdf';
import type { PageDrawing } from '../drawing/page-drawing.ts';
import { drawFacts } from './draw-facts.ts';
import { drawImage, pixelsOf } from './draw-image.ts';
import { drawName, PRINT_SHARE } from './draw-name.ts';
import { createInkImage } from './embed-image.ts';
import { prepareInk } from './prepare-ink.ts';
import { inSignatureFont } from './signature-fonts.ts';
import type { InkStamp } from './stamp.ts';
import { type Area, layOutStamp } from './stamp-layout.ts';

/** Blue-black, as from a pen: #10285c, the colour of the signing page. */
const INK_COLOR = [0.063, 0.157, 0.361] as const;

/** Operators for ink and the facts under it. */
export async function drawInk(file: PdfFile, drawing: PageDrawing, stamp: InkStamp): Promise<string> {
  const { ink: area, facts } = layOutStamp(stamp.box);
  const ink = stamp.image
    ? await drawInkImage(file, drawing, area, stamp.image)
    : drawTypedName(drawing, area, stamp);
  return ink + drawFacts(drawing, facts, stamp.lines);
}

/** In print without a font: documents signed before there was a choice say so. */
function drawTypedName({ text }: PageDrawing, area: Area, { typedName = '', font }: InkStamp): string {
  if (font === undefined) return drawName(text, area, typedName, { color: INK_COLOR, maxShare: PRINT_SHARE });
  return drawName(inSignatureFont(text, font), area, typedName, { color: INK_COLOR, maxShare: 1 });
}

/** At the left, like writing; in the middle of the height, so that low ink does not touch the facts. */
async function drawInkImage(
  file: PdfFile,
  drawing: PageDrawing,
  area: Area,
  bytes: Uint8Array,
): Promise<string> {
  const ink = await prepareInk(bytes, ...pixelsOf(area));
  const { width, height } = ink;
  return drawImage(drawing, area, { width, height, image: createInkImage(file, ink) }, 'left');
}
