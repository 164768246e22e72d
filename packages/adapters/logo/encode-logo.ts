/** Pixels: three times the size at which it is shown. */
const MAX_WIDTH = 600;
const MAX_HEIGHT = 180;
/** Of the upload; larger ones are attacks on memory. */
const MAX_PIXELS = 16_000_000;
const FORMATS: ReadonlySet<string | undefined> = new Set(['png', 'jpeg']);

/** Loaded on demand: it takes memory, and few requests need it. */
const loadLibrary = async () => (await import('sharp')).default;

/**
 * Draws a PNG or JPEG anew as a PNG that fits into the header of a page, without metadata or anything that follows the
 * picture. Decides by the content. Resolves with null for anything else.
 */
export async function encodeLogo(bytes: Uint8Array): Promise<Uint8Array | null> {
  const sharp = await loadLibrary();
  try {
    const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 } as const;
    const { format } = await sharp(bytes, options).metadata();
    if (!FORMATS.has(format)) return null;
    return await sharp(bytes, options)
      .rotate()
      .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch {
    return null;
  }
}
