import type { Sharp } from 'sharp';
import { SealError } from '../errors.ts';
import { requirePngOrJpeg } from './image-header.ts';

/** 40 million pixels: more than any phone's screen or camera gives, and 160 MB at the worst. */
const MAX_INPUT_PIXELS = 40_000_000;
/**
 * Longest side of an image that is taken at all: what the canvas of browsers has at most. A line of 40 million pixels is a few
 * KB and took ten seconds.
 */
const MAX_INPUT_SIDE = 16_384;

/**
 * Decodes a PNG or JPEG, upright, with what `use` does to it. Throws `image_not_readable` with `reason`: `format` (another
 * one), `damaged`, `pixels` (too many).
 */
export async function withImage<T>(bytes: Uint8Array, use: (image: Sharp) => Promise<T>): Promise<T> {
  requirePngOrJpeg(bytes);
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

/** Native code, loaded when an image is stamped: programs that only verify or seal need not have it. */
export async function loadSharp(): Promise<typeof import('sharp')['default']> {
  return (await import('sharp')).default;
}

/** By the header alone: nothing is decoded of an image that is too large. */
function requireSize({ width, height }: { readonly width: number; readonly height: number }): void {
  const isTooLong = Math.max(width, height) > MAX_INPUT_SIDE;
  if (!isTooLong && width * height <= MAX_INPUT_PIXELS) return;
  throw new SealError('image_not_readable', `The image has ${width} x ${height} pixels`, {
    reason: 'pixels',
    side: MAX_INPUT_SIDE,
    pixels: MAX_INPUT_PIXELS,
  });
}
