import {
  checkArguments,
  exactly,
  integer,
  invalidArgument,
  listOf,
  matching,
  oneOf,
  openFile,
  optional,
} from '../arguments.ts';
import type { PdfFile } from '../pdf-file.ts';
import { warnIfSigned } from '../read/signed-file.ts';
import { addBlock, DRAWN_TEXT, LOOK, layOutText, requireOnPage, type TextLook } from './blocks.ts';
import type { DrawReport } from './draw-on-pages.ts';
import { PageDrawing } from './page-drawing.ts';

export const NUMBER_POSITIONS = [
  'top-left',
  'top-center',
  'top-right',
  'bottom-left',
  'bottom-center',
  'bottom-right',
] as const;
export type NumberPosition = (typeof NUMBER_POSITIONS)[number];

/** The default size is 10 points. */
export interface PageNumbering extends TextLook {
  /** Indexes from 0; all pages by default. */
  readonly pages?: readonly number[] | undefined;
  /**
   * The text, with `{page}` and `{pages}`. The default is `{page}`. `{pages}` is the number of pages of the file or, with
   * `start`, the number of the last page that gets one.
   */
  readonly format?: string | undefined;
  /** The number of the first of these pages; the others count from it. By default each has its number in the file. */
  readonly start?: number | undefined;
  /** The default is `bottom-center`. */
  readonly position?: NumberPosition | undefined;
  /** The distance from the edges of the page in points, or that of the sides and of top and bottom. The default is 36. */
  readonly margin?: number | readonly [sides: number, topAndBottom: number] | undefined;
}

const DEFAULT_SIZE = 10;
const DEFAULT_MARGIN = 36;

const isLength = (value: unknown): boolean => Number.isFinite(value) && Number(value) >= 0;
const NUMBERING = exactly({
  ...LOOK,
  pages: optional(listOf(integer)),
  format: optional(DRAWN_TEXT),
  start: optional(integer),
  position: optional(oneOf(...NUMBER_POSITIONS)),
  margin: optional(
    matching(
      'a number of at least 0, or two of them',
      (value) => isLength(value) || (Array.isArray(value) && value.length === 2 && value.every(isLength)),
    ),
  ),
});

/**
 * Draws page numbers, upright at any rotation, as artifacts that screen readers pass over. Nothing is drawn if one is
 * refused: `page_out_of_range`, `box_outside_page`, `text_not_drawable`, `font_not_usable`, and `invalid_argument` for a
 * placeholder that does not exist.
 *
 * @example
 * await numberPages(file, { format: 'Page {page} of {pages}', position: 'bottom-right' });
 */
export async function numberPages(file: PdfFile, numbering: PageNumbering = {}): Promise<DrawReport> {
  checkArguments({ file, numbering }, { file: openFile, numbering: NUMBERING });
  const { format = '{page}', start, position = 'bottom-center', size = DEFAULT_SIZE } = numbering;
  requirePlaceholders(format);
  const [vertical = '', horizontal = ''] = position.split('-');
  const artifact = `<</Type /Pagination /Subtype /${vertical === 'top' ? 'Header' : 'Footer'} /Attached [/${vertical === 'top' ? 'Top' : 'Bottom'}]>>`;
  const drawing = new PageDrawing(file, { artifact, isRaised: false });
  const pages = new Set(numbering.pages ?? Array.from({ length: file.pageCount }, (_, index) => index));
  const last = start === undefined ? file.pageCount : start + pages.size - 1;
  for (const [at, page] of [...pages].entries()) {
    const { geometry } = file.page(page);
    const number = start === undefined ? page + 1 : start + at;
    const text = format.replaceAll('{pages}', String(last)).replaceAll('{page}', String(number));
    const block = layOutText(drawing.text, text, { ...numbering, size });
    const [sides, ends] = readMargin(numbering.margin);
    const room = geometry.displayedWidth - block.width;
    const x = horizontal === 'left' ? sides : horizontal === 'center' ? room / 2 : room - sides;
    const y = vertical === 'top' ? ends : geometry.displayedHeight - ends - block.height;
    requireOnPage(geometry, block, { page, x, y });
    addBlock(drawing, block, { page, x, y });
  }
  await drawing.finish();
  return { warnings: warnIfSigned(file) };
}

function requirePlaceholders(format: string): void {
  const unknown = format.match(/\{\w*\}/g)?.find((name) => name !== '{page}' && name !== '{pages}');
  if (unknown !== undefined)
    throw invalidArgument('numbering.format', 'no placeholder but {page} and {pages}', format);
}

function readMargin(margin: PageNumbering['margin']): readonly [number, number] {
  return typeof margin === 'object' ? margin : [margin ?? DEFAULT_MARGIN, margin ?? DEFAULT_MARGIN];
}
