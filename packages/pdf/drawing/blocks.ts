import { finite, matching, oneOf, optional, pathOrBytes, positive, shape } from '../arguments.ts';
import { PdfError } from '../errors.ts';
import type { FontSource } from '../fonts/font-stack.ts';
import { splitLines, wrapText } from '../fonts/line-layout.ts';
import { baseDirection, type TextDirection } from '../fonts/script-runs.ts';
import { decimal } from '../fonts/show-text.ts';
import type { TextEmbedder } from '../fonts/text-embedder.ts';
import { formatMatrix, type PageGeometry } from '../pages/page-box.ts';
import { embedImage, type ImageSource } from './images.ts';
import type { PageDrawing } from './page-drawing.ts';

export type TextAlignment = 'left' | 'center' | 'right';

/** How drawn text looks. */
export interface TextLook {
  /** The size of the font in points. */
  readonly size?: number | undefined;
  /** The values of red, green and blue are from 0 to 1; the default is black. */
  readonly color?: readonly [red: number, green: number, blue: number] | undefined;
  /** A TrueType font (bytes, or a path), which is preferred over the installed ones. */
  readonly font?: FontSource | undefined;
}

const SHARE = matching(
  'a number from 0 to 1',
  (value) => typeof value === 'number' && value >= 0 && value <= 1,
);
export const LOOK = {
  size: optional(positive),
  color: optional(shape({ 0: SHARE, 1: SHARE, 2: SHARE, length: oneOf(3) })),
  font: optional(pathOrBytes),
};
export const PLACED = { rotation: optional(finite), opacity: optional(SHARE) };
/** An A4 page at 4 points holds 30,000 characters. */
const MAX_CHARACTERS = 100_000;
export const DRAWN_TEXT = matching(
  `a text that is not empty, of at most ${MAX_CHARACTERS} characters`,
  (value) => typeof value === 'string' && value.trim() !== '' && value.length <= MAX_CHARACTERS,
);

/** A drawing in its own coordinates: the origin is its top-left corner, y goes up. */
export interface Block {
  readonly width: number;
  readonly height: number;
  /** Returns the operators. */
  readonly draw: (drawing: PageDrawing) => string;
}

export interface TextBlockOptions extends TextLook {
  /** Lines are broken at this width. */
  readonly width?: number | undefined;
  readonly alignment?: TextAlignment | undefined;
}

const DEFAULT_SIZE = 12;
const BLACK = [0, 0, 0] as const;

/** Lays out lines of text. Without an alignment, a paragraph begins where its script begins. Throws `text_not_drawable`. */
export function layOutText(embedder: TextEmbedder, text: string, options: TextBlockOptions): Block {
  const { size = DEFAULT_SIZE, color = BLACK, font, alignment } = options;
  const fonts = font === undefined ? embedder : embedder.inFont(font);
  const lines = breakLines(fonts, text, size, options.width).map((line) => ({
    ...line,
    width: fonts.measure(line.text, size),
  }));
  const { ascent, descent } = fonts.metrics;
  const lineHeight = (ascent - descent) * size;
  const width = options.width ?? lines.reduce((most, line) => Math.max(most, line.width), 0);
  const draw = () =>
    lines
      .map((line, index) => {
        const x = (width - line.width) * shareBefore(alignment, line.direction);
        const y = -ascent * size - index * lineHeight;
        return line.text === ''
          ? ''
          : fonts.drawText(line.text, { x, y, size, color, direction: line.direction });
      })
      .join('');
  return { width, height: lines.length * lineHeight, draw };
}

function breakLines(embedder: TextEmbedder, text: string, size: number, width: number | undefined) {
  if (width !== undefined) return wrapText(text, width, (part) => embedder.measure(part, size));
  return splitLines(text).map((line) => ({ text: line, direction: baseDirection(line) }));
}

function shareBefore(alignment: TextAlignment | undefined, direction: TextDirection): number {
  if (alignment === 'center') return 0.5;
  return (alignment ?? (direction === 'rtl' ? 'right' : 'left')) === 'right' ? 1 : 0;
}

export interface ImageSize {
  /** Width and height in points; one alone keeps the proportions. The default is a point for each pixel. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** Throws `image_not_readable`. */
export function layOutImage({ file }: PageDrawing, source: ImageSource, size: ImageSize): Block {
  const image = embedImage(file, source);
  const scale = (size.width ?? image.width) / image.width;
  const ownScale = size.width === undefined && size.height !== undefined ? size.height / image.height : scale;
  const width = size.width ?? image.width * ownScale;
  const height = size.height ?? image.height * ownScale;
  const draw = (drawing: PageDrawing) => {
    const name = drawing.register('XObject', image.ref);
    const area = [width, 0, 0, height, 0, -height].map(decimal).join(' ');
    return `q ${area} cm ${formatMatrix(image.orientation)} cm /${name} Do Q\n`;
  };
  return { width, height, draw };
}

/** Where a block is on its page: displayed points, by its top-left corner. */
export interface BlockPlacement {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  /** Degrees clockwise, around the top-left corner of the block. */
  readonly rotation?: number | undefined;
  /** From 0 to 1, which is the default. */
  readonly opacity?: number | undefined;
}

/** Adds a block to a drawing. */
export function addBlock(drawing: PageDrawing, block: Block, placement: BlockPlacement): void {
  const { page, x, y, rotation = 0, opacity = 1 } = placement;
  const { cos, sin } = turn(rotation);
  const matrix = rotation === 0 ? '' : `${formatMatrix([cos, -sin, sin, cos, 0, 0])} cm `;
  const operators = `${matrix}${drawing.fade(opacity)}${block.draw(drawing)}`;
  drawing.add({ page, x, y, width: 0, height: 0 }, operators);
}

function turn(rotation: number): { readonly cos: number; readonly sin: number } {
  const angle = (rotation * Math.PI) / 180;
  return { cos: Math.cos(angle), sin: Math.sin(angle) };
}

/** Returns the size of the upright rectangle around a rotated block. */
export function boundsOf(block: Pick<Block, 'width' | 'height'>, rotation: number) {
  const { cos, sin } = turn(rotation);
  return {
    width: Math.abs(block.width * cos) + Math.abs(block.height * sin),
    height: Math.abs(block.width * sin) + Math.abs(block.height * cos),
  };
}

/** Returns the top-left corner of a rotated block whose center is there. */
export function cornerAround(center: Pick<BlockPlacement, 'x' | 'y'>, block: Block, rotation: number) {
  const { cos, sin } = turn(rotation);
  const [across, down] = [block.width / 2, block.height / 2];
  return { x: center.x - cos * across + sin * down, y: center.y - sin * across - cos * down };
}

/** Throws `box_outside_page` if no part of the block is on the page. */
export function requireOnPage(geometry: PageGeometry, block: Block, placement: BlockPlacement): void {
  const { page, x, y, rotation = 0 } = placement;
  const { cos, sin } = turn(rotation);
  const corners = [
    [0, 0],
    [block.width, 0],
    [0, block.height],
    [block.width, block.height],
  ] as const;
  const xs = corners.map(([u, v]) => x + cos * u - sin * v);
  const ys = corners.map(([u, v]) => y + sin * u + cos * v);
  const { displayedWidth: width, displayedHeight: height } = geometry;
  if (Math.max(...xs) > 0 && Math.min(...xs) < width && Math.max(...ys) > 0 && Math.min(...ys) < height)
    return;
  const size = `${decimal(width)} x ${decimal(height)} points`;
  throw new PdfError('box_outside_page', `Nothing of it is on page ${page}, which has ${size}`, {
    page,
    width,
    height,
  });
}
