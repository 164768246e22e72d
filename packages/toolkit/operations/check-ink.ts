import { prepareInk } from '@countersign/seal';

export async function checkInk(image: Uint8Array): Promise<void> {
  // As for the stamp, at one pixel.
  await prepareInk(image, 1, 1);
}
