import type { ByteSource } from '../read/byte-source.ts';

/** Bytes fetched behind a jump: what follows an image is often one small object and the next image. */
const MIN_FETCH_BYTES = 16 * 1024;
/** Bytes fetched at once where objects lie close to each other: few system calls, still in the processor's cache. */
const MAX_FETCH_BYTES = 128 * 1024;

/** Made once in a thread: fresh memory for every fetch made V8 collect garbage at every seventh rewrite of 10 MB. */
let sharedBuffer: Uint8Array | undefined;

/**
 * The part of a source that is being looked at, moved on as offsets rise. One at a time in a thread: what it shows of a
 * file is there until it moves, or another is made.
 */
export class SlidingWindow {
  readonly #source: ByteSource;
  bytes: Uint8Array = new Uint8Array(0);
  /** Offset of the first byte. */
  base = 0;
  #fetch = MIN_FETCH_BYTES;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Makes sure that `length` bytes from `offset` are there, as far as the source goes. */
  show(offset: number, length: number): void {
    if (this.#holds(offset, length)) return;
    const goesOn = offset <= this.base + this.bytes.length;
    this.#fetch = goesOn ? Math.min(this.#fetch * 2, MAX_FETCH_BYTES) : MIN_FETCH_BYTES;
    this.bytes = this.#read(offset, Math.max(length, this.#fetch));
    this.base = offset;
  }

  /** A few bytes from anywhere, without moving the window. */
  peek(offset: number, length: number): Uint8Array {
    if (!this.#holds(offset, length)) return this.#source.read(offset, length);
    return this.bytes.subarray(offset - this.base, offset - this.base + length);
  }

  #holds(offset: number, length: number): boolean {
    return offset >= this.base && offset + length <= this.base + this.bytes.length;
  }

  /** Long objects are rare and get memory of their own. */
  #read(offset: number, length: number): Uint8Array {
    if (this.#source.readInto === undefined || length > MAX_FETCH_BYTES)
      return this.#source.read(offset, length);
    sharedBuffer ??= new Uint8Array(Buffer.allocUnsafeSlow(MAX_FETCH_BYTES).buffer);
    const piece = sharedBuffer.subarray(0, Math.max(0, Math.min(length, this.#source.size - offset)));
    return piece.subarray(0, this.#source.readInto(piece, offset));
  }
}
