import { hasTooManyScans } from '@countersign/seal/jpeg-scans';
import { MAX_PICTURE_BYTES } from '@countersign/signing/limits';
import sharp from 'sharp';

/** The shades are stored row by row. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Interpolates between the four nearest pixels. The border is repeated outside. */
export function shadeAt({ width, height, data }: GreyImage, x: number, y: number): number {
  const left = Math.min(Math.max(x, 0), width - 1.001);
  const top = Math.min(Math.max(y, 0), height - 1.001);
  const column = Math.floor(left);
  const row = Math.floor(top);
  const across = left - column;
  const down = top - row;
  const at = row * width + column;
  const upper = (data[at] ?? 0) * (1 - across) + (data[at + 1] ?? 0) * across;
  const lower = (data[at + width] ?? 0) * (1 - across) + (data[at + width + 1] ?? 0) * across;
  return upper * (1 - down) + lower * down;
}

/** Turns counter-clockwise, onto a canvas that holds all of it. */
export function turn(image: GreyImage, radians: number): Turned {
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  const width = Math.ceil(Math.abs(image.width * cos) + Math.abs(image.height * sin));
  const height = Math.ceil(Math.abs(image.width * sin) + Math.abs(image.height * cos));
  const centre = { x: image.width / 2, y: image.height / 2 };
  const toSource = (x: number, y: number): Point => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    return { x: centre.x + dx * cos - dy * sin, y: centre.y + dx * sin + dy * cos };
  };
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    let { x: fromX, y: fromY } = toSource(0, y);
    for (let x = 0; x < width; x++) {
      data[y * width + x] = shadeAt(image, fromX, fromY);
      fromX += cos;
      fromY += sin;
    }
  }
  return { image: { width, height, data }, toSource };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Turned {
  readonly image: GreyImage;
  readonly toSource: (x: number, y: number) => Point;
}

/** Phones make pictures of up to 50 million pixels; larger ones are attacks on memory. */
const MAX_PIXELS = 60_000_000;
/** A passport that fills half of a picture of this size has characters 20 pixels high. */
const READ_SIDE = 2200;
const MIN_SIDE = 400;

export type PictureProblem = 'not_a_picture' | 'heic_not_supported' | 'too_large' | 'too_small';

export class PictureRefused extends Error {
  readonly problem: PictureProblem;
  constructor(problem: PictureProblem, options: { readonly cause?: unknown } = {}) {
    super(`the picture is refused: ${problem}`, options);
    this.name = 'PictureRefused';
    this.problem = problem;
  }
}

const FORMATS: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp']);
const HEIC_BRANDS: ReadonlySet<string> = new Set([
  'heic',
  'heix',
  'hevc',
  'hevx',
  'heim',
  'heis',
  'mif1',
  'msf1',
]);

export interface OpenedPicture {
  readonly grey: GreyImage;
  /** The picture without metadata, at most as large as is read. */
  readonly upright: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Opens a picture by its content, whatever its name or type says. Throws `PictureRefused`. */
export async function openPicture(bytes: Uint8Array): Promise<OpenedPicture> {
  if (bytes.byteLength > MAX_PICTURE_BYTES) throw new PictureRefused('too_large');
  if (isHeic(bytes)) throw new PictureRefused('heic_not_supported');
  if (hasTooManyScans(bytes)) throw new PictureRefused('not_a_picture');
  try {
    const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 } as const;
    const { format, width = 0, height = 0 } = await sharp(bytes, options).metadata();
    if (!FORMATS.has(format)) throw new PictureRefused('not_a_picture');
    if (Math.min(width, height) < MIN_SIDE) throw new PictureRefused('too_small');
    const upright = await sharp(bytes, options)
      .rotate()
      .resize({ width: READ_SIDE, height: READ_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { info, data } = upright;
    return { grey: greyOf(data, info), upright: data, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof PictureRefused) throw error;
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
    throw new PictureRefused(isTooLarge ? 'too_large' : 'not_a_picture', { cause: error });
  }
}

/** The first box of a file has its type (ISO/IEC 14496-12). */
function isHeic(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return head.slice(4, 8) === 'ftyp' && HEIC_BRANDS.has(head.slice(8, 12));
}

function greyOf(
  data: Uint8Array,
  { width, height, channels }: { readonly width: number; readonly height: number; readonly channels: number },
): GreyImage {
  const grey = new Uint8Array(width * height);
  for (let pixel = 0; pixel < grey.length; pixel++) {
    const at = pixel * channels;
    const [red = 0, green = 0, blue = 0] =
      channels < 3 ? [data[at], data[at], data[at]] : [data[at], data[at + 1], data[at + 2]];
    grey[pixel] = (red * 77 + green * 150 + blue * 29) >> 8;
  }
  return { width, height, data: grey };
}
