import type { PlainBody } from '../write/plain-body.ts';

/** Bytes kept in one piece: a view of its own for each of a hundred thousand bodies would weigh more than they do. */
const CHUNK = 64 * 1024;

/** Keeps copies of bodies, so that blocks and inflated streams of their files need not stay in memory. */
export class BodyStore {
  #chunk: Uint8Array = new Uint8Array(0);
  #used = 0;

  keep({ bytes, start, end }: PlainBody): PlainBody {
    const length = end - start;
    if (length > this.#chunk.length - this.#used) {
      this.#chunk = new Uint8Array(Math.max(CHUNK, length));
      this.#used = 0;
    }
    const target = this.#used;
    for (let i = 0; i < length; i += 1) this.#chunk[target + i] = bytes[start + i] as number;
    this.#used += length;
    return { bytes: this.#chunk, start: target, end: target + length };
  }
}
