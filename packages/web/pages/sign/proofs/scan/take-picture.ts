/** As much as is read. */
const MAX_SIDE = 2200;
const QUALITY = 0.9;

/** Smaller, upright, without metadata. Null if it cannot be decoded. */
export async function toJpeg(source: Blob | HTMLVideoElement): Promise<Blob | null> {
  try {
    const image = await createImageBitmap(source);
    const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  } catch {
    return null;
  }
}
