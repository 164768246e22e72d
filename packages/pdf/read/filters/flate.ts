import { inflateRawSync, inflateSync, constants as zlib } from 'node:zlib';
import { PdfError } from '../../errors.ts';
import { tooComplex } from '../../limits.ts';

/** Output is made in pieces of this many bytes: zlib's usual 16 KiB take three times as long for a long stream. */
const MAX_CHUNK_BYTES = 64 * 1024;
/** A short stream keeps its whole piece, so that should not be much longer than what it holds. */
const MIN_CHUNK_BYTES = 1024;

/** Inflates; streams cut short give what they have, and a missing or wrong zlib header is passed over. */
export function decodeFlate(bytes: Uint8Array, limit: number): Uint8Array {
  const chunkSize = Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, bytes.length * 4));
  const options = { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: limit, chunkSize };
  try {
    return inflateSync(bytes, options);
  } catch (error) {
    if (isOutputTooLarge(error)) throw tooComplex('inflatedStream', limit);
  }
  try {
    return inflateRawSync(bytes.subarray(2), options);
  } catch (error) {
    if (isOutputTooLarge(error)) throw tooComplex('inflatedStream', limit);
    throw new PdfError('damaged', 'A compressed stream cannot be inflated', {}, error);
  }
}

/** Inflates up to where the data breaks, as readers do: nothing when it breaks at once. */
export function decodeSoundFlate(bytes: Uint8Array, limit: number): Uint8Array {
  try {
    return decodeFlate(bytes, limit);
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'damaged') throw error;
    return inflateSoundPart(bytes, limit);
  }
}

/** Data cut short is sound, so that halving finds where it breaks: zlib throws away what it had before a fault. */
function inflateSoundPart(bytes: Uint8Array, limit: number): Uint8Array {
  let [sound, broken] = [0, bytes.length];
  let inflated = new Uint8Array(0);
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1;
    const part = tryInflate(bytes.subarray(0, middle), limit);
    if (part === undefined) broken = middle;
    else [sound, inflated] = [middle, part];
  }
  return inflated;
}

function tryInflate(bytes: Uint8Array, limit: number): Uint8Array<ArrayBuffer> | undefined {
  try {
    return inflateSync(bytes, { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: limit });
  } catch (error) {
    if (isOutputTooLarge(error)) throw tooComplex('inflatedStream', limit);
    return undefined;
  }
}

function isOutputTooLarge(error: unknown): boolean {
  return error instanceof RangeError || (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
}
