import { writeSync } from 'node:fs';
import type { ByteSource } from '../read/byte-source.ts';
import { forEachPiece, type Segment } from './segment.ts';

/** Bytes written at once: large enough that system calls do not count, small enough to stay in the processor's cache. */
const WRITTEN_AT_ONCE = 512 * 1024;

/** Made once in a thread: to clear a fresh one for every file took as long as to read it. */
let sharedBuffer: Uint8Array | undefined;

/** Writes segments to the end of an open file; small ones and ranges of sources are gathered into few large writes. */
export function writeSegments(descriptor: number, segments: readonly Segment[]): void {
  const writes = new GatheredWrites(descriptor);
  for (const segment of segments) writes.add(segment);
  writes.flush();
}

/** One at a time in a thread. What is added may change afterwards. Call `flush` at the end. */
export class GatheredWrites {
  readonly #descriptor: number;
  readonly #buffer: Uint8Array;
  #used = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    sharedBuffer ??= Buffer.allocUnsafeSlow(WRITTEN_AT_ONCE);
    this.#buffer = sharedBuffer;
  }

  add(segment: Segment): void {
    if (segment instanceof Uint8Array || segment.source.readInto === undefined) {
      forEachPiece(segment, (piece) => this.#addBytes(piece));
    } else this.#addRange(segment.source, segment.start, segment.start + segment.length);
  }

  flush(): void {
    writeFully(this.#descriptor, this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  #addBytes(bytes: Uint8Array): void {
    if (bytes.length > WRITTEN_AT_ONCE - this.#used) this.flush();
    if (bytes.length > WRITTEN_AT_ONCE) {
      writeFully(this.#descriptor, bytes);
      return;
    }
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Read to where it is written from: a range costs no other copy. */
  #addRange(source: ByteSource, start: number, end: number): void {
    for (let at = start; at < end; ) {
      if (this.#used === WRITTEN_AT_ONCE) this.flush();
      const room = this.#buffer.subarray(this.#used, Math.min(WRITTEN_AT_ONCE, this.#used + end - at));
      const count = source.readInto?.(room, at) ?? 0;
      if (count === 0) return;
      this.#used += count;
      at += count;
    }
  }
}

/** ms between attempts on a pipe whose reader is slow and that somebody has set not to wait. */
const PAUSE_MS = 5;

/** Writes all of a chunk, however many calls it takes. */
function writeFully(descriptor: number, chunk: Uint8Array): void {
  for (let written = 0; written < chunk.length; ) written += writeSome(descriptor, chunk.subarray(written));
}

/** Bytes that were taken; 0 when the pipe is full. */
function writeSome(descriptor: number, chunk: Uint8Array): number {
  try {
    return writeSync(descriptor, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    return 0;
  }
}
