import { tooComplex } from '../../limits.ts';

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
