import { bytes as bytesArgument, checkArguments } from '@countersign/pdf/arguments';
import { withImage } from './open-image.ts';

/** No loss that people see. */
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
