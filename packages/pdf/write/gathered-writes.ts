import { writeSync } from 'node:fs';
import type { ByteSource } from '../read/byte-source.ts';
import { forEachPiece, type Segment } from './segment.ts';

/** Amortises system calls and fits the processor's cache. */
const WRITTEN_AT_ONCE = 512 * 1024;

/** Zeroing a new buffer takes as long as reading a file. */
let sharedBuffer: Uint8Array | undefined;

export function writeSegments(descriptor: number, segments: readonly Segment[]): void {
  const writes = new GatheredWrites(descriptor);
  for (const segment of segments) writes.add(segment);
  writes.flush();
}

/** One at a time in a thread. Call `flush` at the end. */
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

  /** Directly into the write buffer. */
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

/** On a full non-blocking pipe. */
const PAUSE_MS = 5;

function writeFully(descriptor: number, chunk: Uint8Array): void {
  for (let written = 0; written < chunk.length; ) written += writeSome(descriptor, chunk.subarray(written));
}

function writeSome(descriptor: number, chunk: Uint8Array): number {
  try {
    return writeSync(descriptor, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    return 0;
  }
}
