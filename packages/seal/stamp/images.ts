import { bytes as bytesArgument, checkArguments } from '@countersign/pdf/arguments';
import type { Sharp } from 'sharp';
import { SealError } from '../errors.ts';
import { hasTooManyScans } from './jpeg-scans.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** Protects sharp's SVG decoder from hostile XML. Throws `image_not_readable`. */
function requirePngOrJpeg(bytes: Uint8Array): void {
  if (startsWith(bytes, PNG) || startsWith(bytes, JPEG)) return;
  throw new SealError('image_not_readable', 'Expected a PNG or JPEG', { reason: 'format' });
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** The limit is beyond any phone, and 160 MB at most. */
const MAX_INPUT_PIXELS = 40_000_000;
/** Browsers limit a canvas to this side. A single row of 40 million pixels took ten seconds. */
const MAX_INPUT_SIDE = 16_384;

/**
 * Opens an image upright. Throws `image_not_readable` with `reason`: `format`, `damaged`, `pixels` (too many).
 */
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

/** An optional package, whose native code only images need. Throws `image_not_readable` with `reason` `package`. */
export async function loadSharp(): Promise<typeof import('sharp')['default']> {
  try {
    return (await import('sharp')).default;
  } catch (cause) {
    const params = { reason: 'package', package: 'sharp' };
    throw new SealError('image_not_readable', 'Images need the package sharp', params, cause);
  }
}

/** Reads the header, so that large images are not decoded. */
function requireSize({ width, height }: { readonly width: number; readonly height: number }): void {
  const isTooLong = Math.max(width, height) > MAX_INPUT_SIDE;
  if (!isTooLong && width * height <= MAX_INPUT_PIXELS) return;
  throw new SealError('image_not_readable', `The image has ${width} x ${height} pixels`, {
    reason: 'pixels',
    side: MAX_INPUT_SIDE,
    pixels: MAX_INPUT_PIXELS,
  });
}

/** A photo in sRGB, without metadata such as location and device. */
export interface Photo {
  readonly width: number;
  readonly height: number;
  readonly jpeg: Uint8Array;
}

/** Keeps the small print of identity documents readable, at a tenth of the size. */
const PHOTO_QUALITY = 85;
const PAPER = '#ffffff';

/**
 * Fits it into `maxWidth` x `maxHeight` pixels without cropping. Throws `image_not_readable` with `reason`:
 * `format`, `damaged`, `pixels` (too many).
 */
export async function preparePhoto(bytes: Uint8Array, maxWidth: number, maxHeight: number): Promise<Photo> {
  const { data, info } = await withImage(bytes, (image) =>
    image
      .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: PAPER })
      .toColourspace('srgb')
      .jpeg({ quality: PHOTO_QUALITY })
      .toBuffer({ resolveWithObject: true }),
  );
  return { width: info.width, height: info.height, jpeg: data };
}

/** Pixels with their opacity, which is undefined if the image is opaque. */
export interface PixelImage {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
  readonly alpha: Uint8Array | undefined;
}

export type Picture = Photo | PixelImage;

/** A PNG keeps its sharp edges and its transparency; a JPEG is encoded anew. Throws as `preparePhoto`. */
export async function preparePicture(
  bytes: Uint8Array,
  maxWidth: number,
  maxHeight: number,
): Promise<Picture> {
  if (!startsWith(bytes, PNG)) return preparePhoto(bytes, maxWidth, maxHeight);
  const { data, info } = await withImage(bytes, (image) =>
    image
      .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  return splitChannels({ data, width: info.width, height: info.height });
}

/** Four bytes a pixel. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

export function splitChannels(pixels: Pixels): PixelImage {
  const { data, width, height } = pixels;
  const rgb = new Uint8Array(width * height * 3);
  const alpha = new Uint8Array(width * height);
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    rgb[pixel * 3] = data[pixel * 4] ?? 0;
    rgb[pixel * 3 + 1] = data[pixel * 4 + 1] ?? 0;
    rgb[pixel * 3 + 2] = data[pixel * 4 + 2] ?? 0;
    alpha[pixel] = data[pixel * 4 + 3] ?? 255;
  }
  return { width, height, rgb, alpha: hasTransparency(pixels) ? alpha : undefined };
}

export function hasTransparency({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

/** People see no loss at this quality. */
const JPEG_QUALITY = 92;

export interface ReencodedImage {
  readonly bytes: Uint8Array;
  readonly mimeType: 'image/png' | 'image/jpeg';
}

/**
 * Decodes a PNG or JPEG and encodes its pixels anew, upright and in sRGB, so that nothing else of the file is left: no
 * metadata, place, profile or content after the image. Throws `image_not_readable` as `prepareInk`.
 */
export async function reencodeImage(bytes: Uint8Array): Promise<ReencodedImage> {
  checkArguments({ bytes }, { bytes: bytesArgument });
  const isPng = bytes[0] === 0x89;
  const encoded = await withImage(bytes, (image) => {
    const upright = image.toColourspace('srgb');
    return (isPng ? upright.png() : upright.jpeg({ quality: JPEG_QUALITY })).toBuffer();
  });
  return { bytes: encoded, mimeType: isPng ? 'image/png' : 'image/jpeg' };
}
