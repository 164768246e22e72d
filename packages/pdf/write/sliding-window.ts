import type { ByteSource } from '../read/byte-source.ts';

/** An image is often followed by one small object and the next image. */
const MIN_FETCH_BYTES = 16 * 1024;
/** Where objects are close together; fits the processor's cache. */
const MAX_FETCH_BYTES = 128 * 1024;

/** For each thread: new memory for every read caused garbage collections. */
let sharedBuffer: Uint8Array | undefined;

/** Moves forward. One at a time in a thread. */
export class SlidingWindow {
  readonly #source: ByteSource;
  bytes: Uint8Array = new Uint8Array(0);
  base = 0;
  #fetch = MIN_FETCH_BYTES;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  show(offset: number, length: number): void {
    if (this.#holds(offset, length)) return;
    const goesOn = offset <= this.base + this.bytes.length;
    this.#fetch = goesOn ? Math.min(this.#fetch * 2, MAX_FETCH_BYTES) : MIN_FETCH_BYTES;
    this.bytes = this.#read(offset, Math.max(length, this.#fetch));
    this.base = offset;
  }

  peek(offset: number, length: number): Uint8Array {
    if (!this.#holds(offset, length)) return this.#source.read(offset, length);
    return this.bytes.subarray(offset - this.base, offset - this.base + length);
  }

  #holds(offset: number, length: number): boolean {
    return offset >= this.base && offset + length <= this.base + this.bytes.length;
  }

  /** Long objects get memory of their own. */
  #read(offset: number, length: number): Uint8Array {
    if (this.#source.readInto === undefined || length > MAX_FETCH_BYTES)
      return this.#source.read(offset, length);
    sharedBuffer ??= new Uint8Array(Buffer.allocUnsafeSlow(MAX_FETCH_BYTES).buffer);
    const piece = sharedBuffer.subarray(0, Math.max(0, Math.min(length, this.#source.size - offset)));
    return piece.subarray(0, this.#source.readInto(piece, offset));
  }
}
