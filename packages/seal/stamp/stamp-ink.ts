import type { PdfFile } from '@countersign/pdf';
import { fitText } from '../drawing/fit-text.ts';
import { decimal, PageDrawing } from '../drawing/page-drawing.ts';
import type { PlacedBox } from '../placement/box.ts';
import { createInkImage } from './embed-ink.ts';
import { prepareInk } from './prepare-ink.ts';
import { layOutStamp, type StampLayout } from './stamp-layout.ts';

/** What goes into one box. */
export interface InkStamp {
  readonly box: PlacedBox;
  /** PNG or JPEG of the drawn ink, transparent, any size. */
  readonly image?: Uint8Array;
  /** Instead of an image: the name as typed. */
  readonly typedName?: string;
  /** Small print under the ink, top to bottom: name, date and time, address, method. */
  readonly lines: readonly string[];
}

/** Pixels for an inch of the box: printers' resolution; more would only make the file larger. */
const RESOLUTION = 300;
const POINTS_PER_INCH = 72;
/** Blue-black, as from a pen. */
const INK_COLOR = [0.04, 0.09, 0.33] as const;
const PRINT_COLOR = [0.25, 0.25, 0.25] as const;

/** Typed names are as high as the room allows, but no higher: a short name should not fill the box. */
const MAX_NAME_SHARE = 0.8;

/**
 * Draws ink and small print into the page's content, upright for the reader. Throws `image_not_readable`, and PdfError
 * `text_not_drawable` for a text no font has.
 */
export async function stampInk(file: PdfFile, stamps: readonly InkStamp[]): Promise<void> {
  const drawing = new PageDrawing(file);
  for (const stamp of stamps) {
    const layout = layOutStamp(stamp.box, stamp.lines.length);
    const ink = stamp.image
      ? await drawImage(file, drawing, layout, stamp.image)
      : drawTypedName(drawing, layout, stamp.typedName ?? '');
    drawing.add(stamp.box, ink + drawLines(drawing, layout, stamp.lines));
  }
  await drawing.finish();
}

async function drawImage(
  file: PdfFile,
  drawing: PageDrawing,
  { ink: area }: StampLayout,
  bytes: Uint8Array,
): Promise<string> {
  const ink = await prepareInk(bytes, toPixels(area.width), toPixels(area.height));
  const name = drawing.register('XObject', createInkImage(file, ink));
  const scale = Math.min(area.width / ink.width, area.height / ink.height);
  const [width, height] = [ink.width * scale, ink.height * scale];
  // At the left, like writing; in the middle of the height, so that low ink does not touch the print.
  const y = area.y + (area.height - height) / 2;
  return `q ${[width, 0, 0, height, area.x, y].map(decimal).join(' ')} cm /${name} Do Q\n`;
}

function drawTypedName(drawing: PageDrawing, { ink: area }: StampLayout, name: string): string {
  if (name === '') return '';
  const { ascent, descent } = drawing.text.metrics;
  const size = (area.height * MAX_NAME_SHARE) / (ascent - descent);
  const fitted = fitText(drawing.text, name, { width: area.width, size, minSize: size / 4 });
  const y = area.y + (area.height - (ascent + descent) * fitted.size) / 2;
  return drawing.text.drawText(fitted.text, { x: area.x, y, size: fitted.size, color: INK_COLOR });
}

function drawLines(drawing: PageDrawing, layout: StampLayout, lines: readonly string[]): string {
  const limits = { width: layout.ink.width, size: layout.textSize, minSize: layout.textSize / 2 };
  return layout.lines
    .map(({ x, y }, index) => {
      const { text, size } = fitText(drawing.text, lines[index] ?? '', limits);
      return drawing.text.drawText(text, { x, y, size, color: PRINT_COLOR });
    })
    .join('');
}

function toPixels(points: number): number {
  return Math.max(1, Math.ceil((points * RESOLUTION) / POINTS_PER_INCH));
}
