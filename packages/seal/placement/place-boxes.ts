import {
  A4,
  appendBlankPage,
  PageDrawing,
  type PdfFile,
  type TextEmbedder,
  wrapText,
} from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { BOXES } from '../arguments.ts';
import { decimal, escapeUndrawable, fitText } from '../fit-text.ts';
import type { BoxType } from '../layout.ts';
import {
  type BoxRequest,
  findPositions,
  layOutNewPages,
  MARGIN,
  type NewPageHeading,
  type PlacedBox,
} from './check-boxes.ts';

const FILL_OPACITY = 0.15;
const OUTLINE_OPACITY = 0.9;
const LABEL_OPACITY = 0.6;

const COLORS: Readonly<Record<BoxType, readonly [number, number, number]>> = {
  signature: [0.1, 0.35, 0.75],
  id_scan: [0.55, 0.3, 0.65],
  initials: [0.05, 0.5, 0.45],
};

/** Shares of the box height, and their maximum in points. */
const LABEL_SHARE = 0.3;
const MAX_LABEL_SIZE = 14;

function addBoxOutlines(drawing: PageDrawing, placed: readonly PlacedBox[]): void {
  const register = (ca: number, CA: number) =>
    drawing.register('ExtGState', drawing.file.context.obj({ Type: 'ExtGState', ca, CA }));
  const frame = register(FILL_OPACITY, OUTLINE_OPACITY);
  const label = register(LABEL_OPACITY, LABEL_OPACITY);
  for (const [index, box] of placed.entries())
    drawing.add(box, `${drawFrame(box, frame)}q /${label} gs ${drawLabel(drawing, box, index + 1)} Q\n`);
}

function drawFrame({ type, width, height }: PlacedBox, state: string): string {
  const color = COLORS[type].join(' ');
  const line = Math.min(1, height / 40);
  const [x, w, h] = [line / 2, width - line, height - line].map(decimal);
  const fill = `0 0 ${decimal(width)} ${decimal(height)} re f`;
  return `q /${state} gs ${color} rg ${color} RG ${decimal(line)} w ${fill} ${x} ${x} ${w} ${h} re S Q\n`;
}

function drawLabel(drawing: PageDrawing, { type, width, height, label }: PlacedBox, order: number): string {
  const size = Math.min(MAX_LABEL_SIZE, height * LABEL_SHARE);
  const padding = size / 2;
  const text = label ? `${order}. ${label}` : `${order}`;
  const fitted = fitText(drawing.text, text, { width: width - 2 * padding, size, minSize: size / 2 });
  const y = (height - drawing.text.metrics.capHeight * fitted.size) / 2;
  return drawing.text.drawText(fitted.text, { x: padding, y, size: fitted.size, color: COLORS[type] });
}

/** Points; `y` is the baseline. */
const TITLE = { size: 14, minSize: 8, y: 22, color: [0, 0, 0] } as const;
const NAME = { size: 9, minSize: 6, y: 9, color: [0.35, 0.35, 0.35] } as const;

type HeadingBox = Pick<PlacedBox, 'page' | 'x' | 'y' | 'width' | 'height'>;

/** Draws the heading above the first row. Escapes characters that no font has. */
function drawHeading(
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

const NAME_SIZE = 9;
const MIN_NAME_SIZE = 6;
const SIZE_STEP = 0.5;
/** So many lines fit between two rows. */
const MAX_NAME_LINES = 2;
const NAME_GAP = 3;
const LINE_OPERATORS = '0.6 G 0.5 w';

export interface PlacementOptions {
  /** The heading of the new pages. */
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
