import { SealError } from '../errors.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** Protects sharp's SVG decoder from hostile XML. Throws `image_not_readable`. */
export function requirePngOrJpeg(bytes: Uint8Array): void {
  if (startsWith(bytes, PNG) || startsWith(bytes, JPEG)) return;
  throw new SealError('image_not_readable', 'Expected a PNG or JPEG', { reason: 'format' });
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
