import { A4 } from '@countersign/pdf';
import { escapeUndrawable } from '../drawing/escape-undrawable.ts';
import { fitText } from '../drawing/fit-text.ts';
import type { PageDrawing } from '../drawing/page-drawing.ts';
import type { NewPageHeading, PlacedBox } from './box.ts';
import { layOutNewPages, MARGIN } from './new-page-layout.ts';

/** Points; `y` is the baseline. */
const TITLE = { size: 14, minSize: 8, y: 22, color: [0, 0, 0] } as const;
const NAME = { size: 9, minSize: 6, y: 9, color: [0.35, 0.35, 0.35] } as const;

type HeadingBox = Pick<PlacedBox, 'page' | 'x' | 'y' | 'width' | 'height'>;

/** Above the first row. Escapes characters that no font has. */
export function drawHeading(
  { text: embedder }: PageDrawing,
  page: number,
  { title, documentName }: NewPageHeading,
): [box: HeadingBox, operators: string] {
  const [left = { x: MARGIN }] = layOutNewPages(['signature']);
  const width = A4.width - 2 * left.x;
  const line = (text: string, { y, color, ...limits }: typeof TITLE | typeof NAME) => {
    const fitted = fitText(embedder, escapeUndrawable(text, embedder), { ...limits, width });
    return embedder.drawText(fitted.text, { x: 0, y, color, size: fitted.size, direction: 'ltr' });
  };
  const box = { page, x: left.x, y: 0, width, height: MARGIN };
  return [box, line(title, TITLE) + line(documentName, NAME)];
}
