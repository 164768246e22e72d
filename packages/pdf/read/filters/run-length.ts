import { BoundedOutput } from './bounded-output.ts';

const END = 128;

/** ISO 32000-1 7.4.5. */
export function decodeRunLength(bytes: Uint8Array, limit: number): Uint8Array {
  const output = new BoundedOutput(limit);
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at] ?? END;
    if (length === END) break;
    if (length < END) {
      output.append(bytes.subarray(at + 1, at + 2 + length));
      at += 2 + length;
    } else {
      output.fill(bytes[at + 1] ?? 0, 257 - length);
      at += 2;
    }
  }
  return output.take();
}
