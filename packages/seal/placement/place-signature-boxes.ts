import { A4, appendBlankPage, type PdfFile } from '@countersign/pdf';
import { fitText } from '../drawing/fit-text.ts';
import { decimal, PageDrawing } from '../drawing/page-drawing.ts';
import type { BoxRequest, PlacedBox } from './box.ts';
import { findPlaces } from './check-boxes.ts';

const NAME_SIZE = 9;
const MIN_NAME_SIZE = 6;
/** Between the line under the field and the top of the name. */
const NAME_GAP = 3;
const LINE_OPERATORS = '0.6 G 0.5 w';

/**
 * Places boxes in order. Boxes for a new page get A4 pages at the end of the file, with a line under each field and the
 * name under the line. Nothing is changed when one of the boxes is refused: `box_outside_page`, `page_out_of_range`,
 * `scale_out_of_range`; a name no font can draw is PdfError `text_not_drawable`.
 */
export async function placeSignatureBoxes(file: PdfFile, boxes: readonly BoxRequest[]): Promise<PlacedBox[]> {
  const placed = findPlaces(file, boxes);
  const drawing = new PageDrawing(file);
  const onNewPages = placed.filter((_, index) => boxes[index]?.placement === 'new_page');
  for (const { label } of onNewPages) if (label) drawing.text.ensureDrawable(label);
  const lastPage = onNewPages.reduce((last, { page }) => Math.max(last, page), -1);
  while (file.pageCount <= lastPage) appendBlankPage(file, A4);
  for (const box of onNewPages) drawing.add(box, drawSignatureLine(drawing, box));
  await drawing.finish();
  return placed;
}

function drawSignatureLine(drawing: PageDrawing, { width, label }: PlacedBox): string {
  const line = `${LINE_OPERATORS} 0 0 m ${decimal(width)} 0 l S\n`;
  if (!label) return line;
  const { text, size } = fitText(drawing.text, label, { width, size: NAME_SIZE, minSize: MIN_NAME_SIZE });
  const y = -NAME_GAP - drawing.text.metrics.ascent * size;
  return line + drawing.text.drawText(text, { x: 0, y, size });
}
