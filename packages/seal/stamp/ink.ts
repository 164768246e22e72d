import { checkArguments } from '@countersign/pdf/arguments';
import { INK } from '../arguments.ts';
import { SealError } from '../errors.ts';
import {
  hasTransparency,
  loadSharp,
  type PixelImage,
  type Pixels,
  splitChannels,
  withImage,
} from './images.ts';

/** The side while searching for the bounds, which takes 36 MB at most. */
const MAX_WORKING_SIDE = 3000;

/** The value is out of 255; less is noise from erasing or scaling. */
const MIN_ALPHA = 8;
/** The value is out of 255; brighter pixels of an opaque image are paper. */
const MIN_PAPER = 245;

/**
 * Reads a PNG or JPEG, trims it to the ink and fits it into `maxWidth` x `maxHeight` pixels. Throws
 * `image_not_readable` with `reason`: `format`, `damaged`, `pixels` (too many), `empty` (no ink).
 */
export async function prepareInk(
  bytes: Uint8Array,
  maxWidth: number,
  maxHeight: number,
): Promise<PixelImage> {
  checkArguments({ bytes, maxWidth, maxHeight }, INK);
  const pixels = await readPixels(bytes);
  const bounds = findInkBounds(pixels);
  if (!bounds)
    throw new SealError('image_not_readable', 'Nothing is drawn on the image', { reason: 'empty' });
  const ink = crop(pixels, bounds);
  if (ink.width <= maxWidth && ink.height <= maxHeight) return splitChannels(ink);
  const sharp = await loadSharp();
  const { data, info } = await sharp(ink.data, { raw: { width: ink.width, height: ink.height, channels: 4 } })
    .resize({ width: maxWidth, height: maxHeight, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return splitChannels({ data, width: info.width, height: info.height });
}

async function readPixels(bytes: Uint8Array): Promise<Pixels> {
  const { data, info } = await withImage(bytes, (image) =>
    image
      .resize({ width: MAX_WORKING_SIDE, height: MAX_WORKING_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  return { data, width: info.width, height: info.height };
}

interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function crop(pixels: Pixels, { left, top, width, height }: Bounds): Pixels {
  const data = Buffer.alloc(width * height * 4);
  for (let row = 0; row < height; row++) {
    const start = ((top + row) * pixels.width + left) * 4;
    pixels.data.copy(data, row * width * 4, start, start + width * 4);
  }
  return { data, width, height };
}

function findInkBounds(pixels: Pixels): Bounds | undefined {
  const isInk = hasTransparency(pixels) ? isOpaqueAt : isDarkAt;
  const { data, width, height } = pixels;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isInk(data, (y * width + x) * 4)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function isOpaqueAt(data: Buffer, at: number): boolean {
  return (data[at + 3] ?? 0) >= MIN_ALPHA;
}

function isDarkAt(data: Buffer, at: number): boolean {
  return Math.min(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255) < MIN_PAPER;
}
