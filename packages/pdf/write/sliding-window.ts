import type { ByteSource } from '../read/byte-source.ts';

/** Bytes fetched at once: few system calls over small objects, little waste where an image follows. */
const LEAST_FETCH = 128 * 1024;

/** The part of a source that is being looked at, moved on as offsets rise. */
export class SlidingWindow {
  readonly #source: ByteSource;
  bytes: Uint8Array = new Uint8Array(0);
  /** Offset of the first byte. */
  base = 0;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Makes sure that `length` bytes from `offset` are there, as far as the source goes. */
  show(offset: number, length: number): void {
    if (this.#holds(offset, length)) return;
    this.bytes = this.#source.read(offset, Math.max(length, LEAST_FETCH));
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
}
