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
  const sharp = await loadSharp();
  const { data, info } = await sharp(pixels.data, {
    raw: { width: pixels.width, height: pixels.height, channels: 4 },
  })
    .extract(bounds)
    .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
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

function findInkBounds(
  pixels: Pixels,
): { left: number; top: number; width: number; height: number } | undefined {
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
