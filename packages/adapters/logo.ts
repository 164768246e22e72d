import { hasTooManyScans } from '@countersign/seal/jpeg-scans';

/** The width is three times that at which the logo is shown. */
const MAX_WIDTH = 600;
const MAX_HEIGHT = 180;
/** An interlaced PNG of 16 million pixels has 0.1 MB and takes 150 MB of memory. */
const MAX_PIXELS = 5_000_000;
const PNG_BEGIN = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG_BEGIN = Buffer.from('ffd8ff', 'hex');

/** The library is loaded on demand, because it takes memory. */
const loadLibrary = async () => (await import('sharp')).default;

/**
 * Draws the logo as a PNG for the header of a page, without metadata or anything that follows the picture.
 * Returns null for anything but PNG and JPEG, by content.
 */
export async function encodeLogo(bytes: Uint8Array): Promise<Uint8Array | null> {
  if (!isDecodable(Buffer.from(bytes))) return null;
  const sharp = await loadLibrary();
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .rotate()
      .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch {
    return null;
  }
}

/** Only two formats are decoded, because the library has decoders for many more. */
function isDecodable(content: Buffer): boolean {
  if (startsWith(content, PNG_BEGIN)) return true;
  return startsWith(content, JPEG_BEGIN) && !hasTooManyScans(content);
}

function startsWith(content: Buffer, begin: Buffer): boolean {
  return content.subarray(0, begin.length).equals(begin);
}
