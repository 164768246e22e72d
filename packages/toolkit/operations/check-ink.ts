import { prepareInk } from '@countersign/seal';

/** Throws `image_not_readable` for what could not be stamped: another format, broken, too many pixels, nothing drawn. */
export async function checkInk(image: Uint8Array): Promise<void> {
  // The same steps as the stamp, down to one pixel: what passes here does not fail when the document is sealed.
  await prepareInk(image, 1, 1);
}
