import type { Sharp } from 'sharp';
import { SealError } from '../errors.ts';
import { requirePngOrJpeg } from './image-header.ts';
import { hasTooManyScans } from './jpeg-scans.ts';

/** Beyond any phone, and 160 MB at most. */
const MAX_INPUT_PIXELS = 40_000_000;
/** The canvas limit of browsers. A single row of 40 million pixels took ten seconds. */
const MAX_INPUT_SIDE = 16_384;

/** Upright. Throws `image_not_readable` with `reason`: `format`, `damaged`, `pixels` (too many). */
export async function withImage<T>(bytes: Uint8Array, use: (image: Sharp) => Promise<T>): Promise<T> {
  requirePngOrJpeg(bytes);
  if (hasTooManyScans(bytes))
    throw new SealError('image_not_readable', 'The JPEG has too many scans', { reason: 'damaged' });
  const sharp = await loadSharp();
  try {
    requireSize(await sharp(bytes, { limitInputPixels: false }).metadata());
    const image = sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error', animated: false });
    return await use(image.autoOrient());
  } catch (cause) {
    if (cause instanceof SealError) throw cause;
    throw new SealError('image_not_readable', 'The image cannot be read', { reason: 'damaged' }, cause);
  }
}

/** Verifying and sealing do not need the native code. */
export async function loadSharp(): Promise<typeof import('sharp')['default']> {
  return (await import('sharp')).default;
}

/** By the header, so that large images are not decoded. */
function requireSize({ width, height }: { readonly width: number; readonly height: number }): void {
  const isTooLong = Math.max(width, height) > MAX_INPUT_SIDE;
  if (!isTooLong && width * height <= MAX_INPUT_PIXELS) return;
  throw new SealError('image_not_readable', `The image has ${width} x ${height} pixels`, {
    reason: 'pixels',
    side: MAX_INPUT_SIDE,
    pixels: MAX_INPUT_PIXELS,
  });
}
