import { PdfError } from '../errors.ts';
import { tooComplex } from '../limits.ts';
import { zlib } from '../node-modules.ts';

const FIRST_CAPACITY = 4096;

export class BoundedOutput {
  readonly #limit: number;
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#length;
  }

  /** Throws `too_complex`. */
  push(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  fill(byte: number, count: number): void {
    this.#reserve(count);
    this.#bytes.fill(byte, this.#length, this.#length + count);
    this.#length += count;
  }

  /** Byte by byte: the ranges may overlap. */
  repeat(from: number, count: number): void {
    this.#reserve(count);
    for (let i = 0; i < count; i += 1) this.#bytes[this.#length + i] = this.#bytes[from + i] ?? 0;
    this.#length += count;
  }

  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed > this.#limit) throw tooComplex('inflatedStream', this.#limit);
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

/** zlib's default of 16 KiB takes three times as long for long streams. */
const MAX_CHUNK_BYTES = 64 * 1024;
/** A short stream keeps its whole chunk. */
const MIN_CHUNK_BYTES = 1024;

/** Truncated streams are decoded as far as they go; a bad zlib header is ignored. */
export function decodeFlate(bytes: Uint8Array, limit: number): Uint8Array {
  const chunkSize = Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, bytes.length * 4));
  const options = { finishFlush: zlib().constants.Z_SYNC_FLUSH, maxOutputLength: limit, chunkSize };
  try {
    return zlib().inflateSync(bytes, options);
  } catch (error) {
    if (isOutputTooLarge(error)) throw tooComplex('inflatedStream', limit);
  }
  try {
    return zlib().inflateRawSync(bytes.subarray(2), options);
  } catch (error) {
    if (isOutputTooLarge(error)) throw tooComplex('inflatedStream', limit);
    throw new PdfError('damaged', 'A compressed stream cannot be inflated', {}, error);
  }
}

/** Inflates up to the first damaged byte, as readers do. */
export function decodeSoundFlate(bytes: Uint8Array, limit: number): Uint8Array {
  try {
    return decodeFlate(bytes, limit);
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'damaged') throw error;
    return inflateSoundPart(bytes, limit);
  }
}

/** Bisects, because zlib drops its output on an error and truncated data is valid. */
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
    return zlib().inflateSync(bytes, { finishFlush: zlib().constants.Z_SYNC_FLUSH, maxOutputLength: limit });
  } catch (error) {
    if (isOutputTooLarge(error)) throw tooComplex('inflatedStream', limit);
    return undefined;
  }
}

function isOutputTooLarge(error: unknown): boolean {
  return error instanceof RangeError || (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
}
