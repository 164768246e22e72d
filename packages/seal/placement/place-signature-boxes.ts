import { A4, appendBlankPage, type PdfFile, type TextEmbedder, wrapText } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { BOXES } from '../arguments.ts';
import { fitText } from '../drawing/fit-text.ts';
import { decimal, PageDrawing } from '../drawing/page-drawing.ts';
import { addBoxOutlines } from './add-box-outlines.ts';
import type { BoxRequest, NewPageHeading, PlacedBox } from './box.ts';
import { findPositions } from './check-boxes.ts';
import { drawHeading } from './draw-heading.ts';

const NAME_SIZE = 9;
const MIN_NAME_SIZE = 6;
const SIZE_STEP = 0.5;
/** They fit between two rows. */
const MAX_NAME_LINES = 2;
const NAME_GAP = 3;
const LINE_OPERATORS = '0.6 G 0.5 w';

export interface PlacementOptions {
  /** Of the new pages. */
  readonly heading?: NewPageHeading | undefined;
  /** Draws the outline, number (from 1) and label of every box, for previews. */
  readonly outlines?: boolean | undefined;
}

/**
 * Places boxes in order. Boxes for new pages get A4 pages at the end, with heading, line and name. Changes
 * nothing if a box is refused: `box_outside_page`, `page_out_of_range`, `scale_out_of_range`, or PdfError
 * `text_not_drawable` for a name that no font can draw.
 */
export async function placeSignatureBoxes(
  file: PdfFile,
  boxes: readonly BoxRequest[],
  options: PlacementOptions = {},
): Promise<PlacedBox[]> {
  checkArguments({ file, boxes, options }, BOXES);
  const { heading, outlines } = options;
  const placed = findPositions(file, boxes);
  const drawing = new PageDrawing(file);
  const onNewPages = placed.filter((_, index) => boxes[index]?.placement === 'new_page');
  for (const { label } of onNewPages) if (label) drawing.text.ensureDrawable(label);
  const lastPage = onNewPages.reduce((last, { page }) => Math.max(last, page), -1);
  while (file.pageCount <= lastPage) appendBlankPage(file, A4);
  const newPages = new Set(onNewPages.map(({ page }) => page));
  if (heading) for (const page of newPages) drawing.add(...drawHeading(drawing, page, heading));
  for (const box of onNewPages) drawing.add(box, drawSignatureLine(drawing, box));
  if (outlines) addBoxOutlines(drawing, placed);
  await drawing.finish();
  return placed;
}

function drawSignatureLine(drawing: PageDrawing, { width, label }: PlacedBox): string {
  const line = `${LINE_OPERATORS} 0 0 m ${decimal(width)} 0 l S\n`;
  if (!label) return line;
  const { rows, size } = fitLabel(drawing.text, label, width);
  const { ascent, descent } = drawing.text.metrics;
  const baseline = (row: number) => -NAME_GAP - (ascent + row * (ascent - descent)) * size;
  const names = rows.map((text, row) => drawing.text.drawText(text, { x: 0, y: baseline(row), size }));
  return line + names.join('');
}

/** Prefers two lines to a smaller size, and a smaller size to truncation. */
function fitLabel(embedder: TextEmbedder, label: string, width: number) {
  for (let size = NAME_SIZE; size >= MIN_NAME_SIZE; size -= SIZE_STEP) {
    const rows = wrapText(label, width / size, (text) => embedder.measure(text, 1));
    if (rows.length <= MAX_NAME_LINES) return { rows: rows.map(({ text }) => text), size };
  }
  const fitted = fitText(embedder, label, { width, size: MIN_NAME_SIZE, minSize: MIN_NAME_SIZE });
  return { rows: [fitted.text], size: fitted.size };
}
