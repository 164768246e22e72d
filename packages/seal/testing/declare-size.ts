import { crc32 } from 'node:zlib';

/** Offsets in a PNG of the IHDR chunk's type, width, height and CRC. */
const IHDR = { type: 12, width: 16, height: 20, crc: 29 };

/** Changes the size that a PNG declares: as a large picture to code that must not decode it. */
export function declareSize(png: Uint8Array, width: number, height: number): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(width, IHDR.width);
  changed.writeUInt32BE(height, IHDR.height);
  changed.writeUInt32BE(crc32(changed.subarray(IHDR.type, IHDR.crc)), IHDR.crc);
  return changed;
}
