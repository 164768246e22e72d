import { withImage } from './open-image.ts';

/** A photo as it goes into the file: JPEG in sRGB, without what the camera wrote beside the picture (place, device). */
export interface Photo {
  readonly width: number;
  readonly height: number;
  readonly jpeg: Uint8Array;
}

/** Small print of an identity document stays readable, at a tenth of the bytes that pixels have. */
const JPEG_QUALITY = 85;
const PAPER = '#ffffff';

/**
 * Reads a PNG or JPEG and shrinks it to at most `maxWidth` x `maxHeight` pixels; the aspect is kept, nothing is cut off.
 * Throws `image_not_readable` with `reason`: `format` (another one), `damaged`, `pixels` (too many).
 */
export async function preparePhoto(bytes: Uint8Array, maxWidth: number, maxHeight: number): Promise<Photo> {
  const { data, info } = await withImage(bytes, (image) =>
    image
      .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: PAPER })
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true }),
  );
  return { width: info.width, height: info.height, jpeg: data };
}
