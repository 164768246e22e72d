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

/** #10285c, as on the signing page. */
const INK_COLOR = [0.063, 0.157, 0.361] as const;

export async function drawInk(file: PdfFile, drawing: PageDrawing, stamp: InkStamp): Promise<string> {
  const { ink: area, facts } = layOutStamp(stamp.box);
  const ink = stamp.image
    ? await drawInkImage(file, drawing, area, stamp.image)
    : drawTypedName(drawing, area, stamp);
  return ink + drawFacts(drawing, facts, stamp.lines);
}

/** Documents from before there were fonts have none: print. */
function drawTypedName({ text }: PageDrawing, area: Area, { typedName = '', font }: InkStamp): string {
  if (font === undefined) return drawName(text, area, typedName, { color: INK_COLOR, maxShare: PRINT_SHARE });
  return drawName(inSignatureFont(text, font), area, typedName, { color: INK_COLOR, maxShare: 1 });
}

/** Left-aligned like writing; centred vertically to keep low ink away from the facts. */
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
