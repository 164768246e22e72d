import { deflateSync } from 'node:zlib';
import type { PageDrawing, PdfFile } from '@countersign/pdf';
import { type PDFDict, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib';
import { decimal } from '../fit-text.ts';
import { type Area, layOutStamp } from '../layout.ts';
import { drawFacts, drawName, inSignatureFont, PRINT_SHARE } from './facts.ts';
import type { Photo, Picture, PixelImage } from './images.ts';
import { prepareInk } from './ink.ts';
import type { InkStamp } from './stamp.ts';

/** The pixels of an inch, as printers have. */
const RESOLUTION = 300;
const POINTS_PER_INCH = 72;

export function pixelsOf({ width, height }: Pick<Area, 'width' | 'height'>): readonly [number, number] {
  return [toPixels(width), toPixels(height)];
}

interface DrawableImage {
  readonly width: number;
  readonly height: number;
  readonly image: PDFRawStream | PDFRef;
}

/** Draws the image as large as fits, centred vertically. */
export function drawImage(
  drawing: Pick<PageDrawing, 'register'>,
  area: Area,
  { width, height, image }: DrawableImage,
  align: 'left' | 'centre',
): string {
  const name = drawing.register('XObject', image);
  const scale = Math.min(area.width / width, area.height / height);
  const [drawnWidth, drawnHeight] = [width * scale, height * scale];
  const x = align === 'left' ? area.x : area.x + (area.width - drawnWidth) / 2;
  const y = area.y + (area.height - drawnHeight) / 2;
  return `q ${[drawnWidth, 0, 0, drawnHeight, x, y].map(decimal).join(' ')} cm /${name} Do Q\n`;
}

function toPixels(points: number): number {
  return Math.max(1, Math.ceil((points * RESOLUTION) / POINTS_PER_INCH));
}

/** Makes opacity a soft mask (ISO 32000-1 11.6.5.3). Registers only the mask. */
function createInkImage(file: PdfFile, ink: PixelImage): PDFRawStream {
  const image = createImage(file, ink, 'DeviceRGB', ink.rgb);
  if (ink.alpha) {
    const mask = createImage(file, ink, 'DeviceGray', ink.alpha);
    image.dict.set(PDFName.of('SMask'), file.context.register(mask));
  }
  return image;
}

/** Creates the image (ISO 32000-1 7.4.8), and registers nothing. */
export function createPhotoImage(file: PdfFile, { width, height, jpeg }: Photo): PDFRawStream {
  return createStream(file, { width, height, colorSpace: 'DeviceRGB', filter: 'DCTDecode' }, jpeg);
}

/** Creates the image of a photo, or of pixels with their soft mask, and registers at most the mask. */
export function createPictureImage(file: PdfFile, picture: Picture): PDFRawStream {
  return 'jpeg' in picture ? createPhotoImage(file, picture) : createInkImage(file, picture);
}

/** This level takes a third of the time of zlib's default, and a few kilobytes more for ink. */
const LEVEL = 3;

function createImage(file: PdfFile, ink: PixelImage, colorSpace: string, samples: Uint8Array): PDFRawStream {
  const { width, height } = ink;
  const bytes = deflateSync(samples, { level: LEVEL });
  return createStream(file, { width, height, colorSpace, filter: 'FlateDecode' }, bytes);
}

interface ImageShape {
  readonly width: number;
  readonly height: number;
  readonly colorSpace: string;
  readonly filter: string;
}

function createStream(
  file: PdfFile,
  { width, height, colorSpace, filter }: ImageShape,
  bytes: Uint8Array,
): PDFRawStream {
  const dict = file.context.obj({
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: colorSpace,
    BitsPerComponent: 8,
    Filter: filter,
    Length: bytes.length,
  }) as PDFDict;
  return PDFRawStream.of(dict, bytes);
}

/** The color is #10285c, as on the signing page. */
const INK_COLOR = [0.063, 0.157, 0.361] as const;

/** Images of ink, each prepared once for the largest box that shows it. */
export class InkImages {
  readonly #file: PdfFile;
  readonly #largest = new Map<Uint8Array, Pick<Area, 'width' | 'height'>>();
  readonly #drawn = new Map<Uint8Array, Promise<DrawableImage>>();

  constructor(file: PdfFile, stamps: readonly InkStamp[]) {
    this.#file = file;
    for (const { image, box } of stamps) if (image !== undefined) this.#widen(image, layOutStamp(box).ink);
  }

  #widen(image: Uint8Array, { width, height }: Area): void {
    const known = this.#largest.get(image) ?? { width: 0, height: 0 };
    this.#largest.set(image, {
      width: Math.max(known.width, width),
      height: Math.max(known.height, height),
    });
  }

  find(image: Uint8Array): Promise<DrawableImage> {
    const drawn = this.#drawn.get(image) ?? this.#prepare(image);
    this.#drawn.set(image, drawn);
    return drawn;
  }

  async #prepare(bytes: Uint8Array): Promise<DrawableImage> {
    const area = this.#largest.get(bytes);
    if (area === undefined) throw new TypeError('the image of no stamp');
    const ink = await prepareInk(bytes, ...pixelsOf(area));
    const image = this.#file.context.register(createInkImage(this.#file, ink));
    return { width: ink.width, height: ink.height, image };
  }
}

export async function drawInk(drawing: PageDrawing, images: InkImages, stamp: InkStamp): Promise<string> {
  const { ink: area, facts } = layOutStamp(stamp.box);
  // Left-aligned like writing; centred vertically to keep low ink away from the facts.
  const ink = stamp.image
    ? drawImage(drawing, area, await images.find(stamp.image), 'left')
    : drawTypedName(drawing, area, stamp);
  return ink + drawFacts(drawing, facts, stamp.lines);
}

/** Documents from before there were fonts have none: print. */
function drawTypedName({ text }: PageDrawing, area: Area, { typedName = '', font }: InkStamp): string {
  if (font === undefined) return drawName(text, area, typedName, { color: INK_COLOR, maxShare: PRINT_SHARE });
  return drawName(inSignatureFont(text, font), area, typedName, { color: INK_COLOR, maxShare: 1 });
}
