import { PDFName } from 'pdf-lib';
import {
  boolean,
  checkArguments,
  exactly,
  finite,
  integer,
  listOf,
  oneOf,
  openFile,
  optional,
  pathOrBytes,
  positive,
  shape,
} from '../arguments.ts';
import type { PdfFile } from '../pdf-file.ts';
import { type EditWarning, warnIfSigned } from '../read/signed-file.ts';
import {
  addBlock,
  type Block,
  type BlockPlacement,
  DRAWN_TEXT,
  type ImageSize,
  LOOK,
  layOutImage,
  layOutText,
  PLACED,
  requireOnPage,
  type TextBlockOptions,
} from './blocks.ts';
import type { ImageSource } from './images.ts';
import { PageDrawing } from './page-drawing.ts';

const STRUCTURE = PDFName.of('StructTreeRoot');

/** Lines of text, of 12 points by default. */
export interface DrawnText extends BlockPlacement, TextBlockOptions {
  readonly text: string;
}

/** A PNG or JPEG. */
export interface DrawnImage extends BlockPlacement, ImageSize {
  /** A path, or bytes. */
  readonly image: ImageSource;
}

/** A rectangle of one color. */
export interface DrawnRectangle extends BlockPlacement {
  readonly width: number;
  readonly height: number;
  /** The values of red, green and blue are from 0 to 1. */
  readonly fill: readonly [red: number, green: number, blue: number];
}

export type PageItem = DrawnText | DrawnImage | DrawnRectangle;

export interface DrawOptions {
  /** Whether the items are drawn below the present content of the pages, which may hide them. */
  readonly under?: boolean | undefined;
}

export interface DrawReport {
  readonly warnings: readonly EditWarning[];
}

const PLACEMENT = { ...PLACED, page: integer, x: finite, y: finite, width: optional(positive) };
const TEXT = exactly({
  ...PLACEMENT,
  ...LOOK,
  text: DRAWN_TEXT,
  alignment: optional(oneOf('left', 'center', 'right')),
});
const IMAGE = exactly({ ...PLACEMENT, image: pathOrBytes, height: optional(positive) });
const RECTANGLE = exactly({ ...PLACEMENT, width: positive, height: positive, fill: LOOK.color });
const ARGUMENTS = {
  file: openFile,
  items: listOf((item, at) => {
    shape({})(item, at);
    if (isImage(item as PageItem)) IMAGE(item, at);
    else if (isRectangle(item as PageItem)) RECTANGLE(item, at);
    else TEXT(item, at);
  }),
  options: exactly({ under: optional(boolean) }),
};

function isImage(item: PageItem): item is DrawnImage {
  return 'image' in item;
}

function isRectangle(item: PageItem): item is DrawnRectangle {
  return 'fill' in item;
}

/**
 * Draws texts, images and rectangles on pages in the order given, at displayed points from the top-left corner of the page as a
 * reader shows it. In a tagged file they are artifacts, which screen readers pass over. Nothing is drawn if one is refused:
 * `page_out_of_range`, `box_outside_page` (no part would be on the page), `text_not_drawable`, `font_not_usable`,
 * `image_not_readable`.
 *
 * @example
 * await drawOnPages(file, [{ page: 0, text: 'Received', x: 400, y: 40, size: 14, color: [0.8, 0, 0] }]);
 */
export async function drawOnPages(
  file: PdfFile,
  items: readonly PageItem[],
  options: DrawOptions = {},
): Promise<DrawReport> {
  checkArguments({ file, items, options }, ARGUMENTS);
  const artifact = file.catalog.has(STRUCTURE) ? '<</Type /Page>>' : undefined;
  const drawing = new PageDrawing(file, { isUnder: options.under, artifact, isRaised: false });
  const placed = items.map((item) => {
    const { geometry } = file.page(item.page);
    const block = layOutItem(drawing, item);
    requireOnPage(geometry, block, item);
    return { item, block };
  });
  for (const { item, block } of placed) addBlock(drawing, block, item);
  await drawing.finish();
  return { warnings: warnIfSigned(file) };
}

function layOutItem(drawing: PageDrawing, item: PageItem): Block {
  if (isImage(item)) return layOutImage(drawing, item.image, item);
  return isRectangle(item) ? layOutRectangle(item) : layOutText(drawing.text, item.text, item);
}

/** Gray where it is gray, so that the color spaces of a file that claims PDF/A are not exceeded. */
function layOutRectangle({ width, height, fill: [red, green, blue] }: DrawnRectangle): Block {
  const color = red === green && green === blue ? `${red} g` : `${red} ${green} ${blue} rg`;
  return { width, height, draw: () => `${color} 0 ${-height} ${width} ${height} re f` };
}
