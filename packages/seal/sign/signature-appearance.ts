import {
  type ContentResources,
  createTextEmbedder,
  formatMatrix,
  type MeasureText,
  type PageGeometry,
  type PdfFile,
  type PdfRect,
  registerForm,
  splitLines,
  type TextEmbedder,
  toDisplayedRect,
  uprightMatrix,
  type WrappedLine,
  wrapText,
} from '@countersign/pdf';
import type { PDFObject, PDFRef } from 'pdf-lib';
import { SealError } from '../errors.ts';
import type { Area } from '../layout.ts';
import { createPictureImage, drawImage, pixelsOf } from '../stamp/draw-image.ts';
import { type Picture, preparePicture } from '../stamp/images.ts';

/** What people see of a signature: text, an image, or both. */
export interface SignatureAppearance {
  /** Wrapped, and shrunk if need be; a line may contain line breaks. */
  readonly lines?: readonly string[] | undefined;
  /** A PNG or JPEG, fitted without cropping. Beside the text in a wide box, above it in others. */
  readonly image?: Uint8Array | undefined;
  /** The description for people who cannot see it (/TU, and /Alt in a tagged file). The default is the text. */
  readonly description?: string | undefined;
}

/** Points, in displayed size. */
const MAX_TEXT_SIZE = 10;
/** Smaller print cannot be read, as in form fields (decision 27). */
const MIN_TEXT_SIZE = 4;
const SIZE_STEP = 0.95;
const LEADING = 1.2;
const PADDING = 2;
/** The share of the width, or of the height, that the image gets beside text. */
const IMAGE_SHARE = 0.4;
/** Boxes this much wider than high have the image beside the text. */
const WIDE = 1.5;
const BLACK = [0, 0, 0] as const;
/** On average an "i" has 0.22 of the size; more characters than this allows cannot fit, and are not measured. */
const MIN_ADVANCE = 0.1;
/** More is a document of its own. */
const MAX_CHARACTERS = 10_000;

/** An appearance that is laid out and checked; nothing of it is in the file yet. */
export interface LaidOutAppearance {
  /** Registers the form XObject and embeds its fonts. */
  write(): Promise<PDFRef>;
}

/**
 * Lays out the appearance of a widget, upright for the reader. Throws `image_not_readable`, `text_does_not_fit`, and
 * PdfError `text_not_drawable`.
 */
export async function layOutAppearance(
  file: PdfFile,
  geometry: PageGeometry,
  rect: PdfRect,
  { lines = [], image }: SignatureAppearance,
): Promise<LaidOutAppearance> {
  const box = toDisplayedRect(geometry, rect);
  const text = lines.flatMap(splitLines);
  const hasText = text.some((line) => line.trim() !== '');
  const areas = divide(box, hasText, image !== undefined);
  const embedder = createTextEmbedder(file);
  const fitted = hasText ? fitLines(embedder, text, areas.text) : undefined;
  const picture = image && (await preparePicture(image, ...pixelsOf(areas.image)));
  return {
    write: async () => {
      const images: Record<string, PDFObject> = {};
      const drawn = [
        picture ? drawPicture(file, images, areas.image, picture) : '',
        fitted ? drawLines(embedder, fitted, areas.text) : '',
      ].join('');
      const matrix = formatMatrix(uprightMatrix(geometry, box));
      const form = registerForm(
        file,
        rect,
        `q ${matrix} cm\n${drawn}Q\n`,
        resourcesOf(embedder, drawn, images),
      );
      await embedder.finish();
      return form;
    },
  };
}

/** In displayed points from the bottom-left corner, y up. */
function divide(
  { width, height }: { readonly width: number; readonly height: number },
  hasText: boolean,
  hasImage: boolean,
): { readonly text: Area; readonly image: Area } {
  const padding = Math.min(PADDING, width / 8, height / 8);
  const whole = { x: padding, y: padding, width: width - 2 * padding, height: height - 2 * padding };
  if (!hasText || !hasImage) return { text: whole, image: whole };
  if (width >= WIDE * height) {
    const left = whole.width * IMAGE_SHARE;
    const text = { ...whole, x: padding + left + padding, width: whole.width - left - padding };
    return { image: { ...whole, width: left }, text };
  }
  const top = whole.height * IMAGE_SHARE;
  const text = { ...whole, height: whole.height - top - padding };
  return { image: { ...whole, y: padding + whole.height - top, height: top }, text };
}

interface FittedLines {
  readonly size: number;
  readonly rows: readonly WrappedLine[];
}

function fitLines(embedder: TextEmbedder, lines: readonly string[], area: Area): FittedLines {
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  const rowsAtMost = Math.floor(area.height / (MIN_TEXT_SIZE * LEADING));
  const most = Math.min(MAX_CHARACTERS, (area.width / (MIN_TEXT_SIZE * MIN_ADVANCE)) * rowsAtMost);
  if (lines.length > rowsAtMost || characters > most) throw doesNotFit(characters);
  const widths = new Map<string, number>();
  const measure: MeasureText = (text) => {
    const width = widths.get(text) ?? embedder.measure(text, 1);
    widths.set(text, width);
    return width;
  };
  for (let size = MAX_TEXT_SIZE; size > MIN_TEXT_SIZE; size *= SIZE_STEP) {
    const rows = fitRows(lines, area, size, measure);
    if (rows) return { size, rows };
  }
  const rows = fitRows(lines, area, MIN_TEXT_SIZE, measure);
  if (rows === undefined) throw doesNotFit(characters);
  return { size: MIN_TEXT_SIZE, rows };
}

function fitRows(
  lines: readonly string[],
  { width, height }: Area,
  size: number,
  measure: MeasureText,
): readonly WrappedLine[] | undefined {
  const rows = lines.flatMap((line) => wrapText(line, width / size, measure));
  const isHighEnough = rows.length * LEADING * size <= height;
  return isHighEnough && rows.every(({ text }) => measure(text) * size <= width) ? rows : undefined;
}

function doesNotFit(characters: number): SealError {
  const message = `The text of ${characters} characters does not fit into the box in print of ${MIN_TEXT_SIZE} points`;
  return new SealError('text_does_not_fit', message, { characters, smallest: MIN_TEXT_SIZE });
}

/** From the top, with right-to-left lines at the right edge. */
function drawLines(embedder: TextEmbedder, { size, rows }: FittedLines, area: Area): string {
  const { ascent, descent } = embedder.metrics;
  const first = area.y + area.height - size * (ascent + (LEADING - (ascent - descent)) / 2);
  return rows
    .map(({ text, direction }, row) => {
      if (text === '') return '';
      const x = direction === 'rtl' ? area.x + area.width - embedder.measure(text, size) : area.x;
      return embedder.drawText(text, { x, y: first - row * LEADING * size, size, color: BLACK, direction });
    })
    .join('');
}

function drawPicture(file: PdfFile, images: Record<string, PDFObject>, area: Area, picture: Picture): string {
  const { width, height } = picture;
  const register = (_: string, image: PDFObject) => {
    images.Im0 = file.context.register(image);
    return 'Im0';
  };
  return drawImage({ register }, area, { width, height, image: createPictureImage(file, picture) }, 'centre');
}

/** Only the fonts that are named, since the embedder has those of the whole file. */
function resourcesOf(
  { resources }: TextEmbedder,
  drawn: string,
  images: Readonly<Record<string, PDFObject>>,
): ContentResources {
  const named = new Set(drawn.match(/\/CsF\d+/g) ?? []);
  const fonts = Object.fromEntries(Object.entries(resources).filter(([name]) => named.has(`/${name}`)));
  return {
    ...(Object.keys(fonts).length > 0 ? { Font: fonts } : {}),
    ...(Object.keys(images).length > 0 ? { XObject: images } : {}),
  };
}
