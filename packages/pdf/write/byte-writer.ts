import type { ByteSource } from '../read/byte-source.ts';
import * as characters from '../read/characters.ts';
import type { SegmentSink } from './segment.ts';

// Constants of this module too: characters.ts says why.
const { ZERO } = characters;

/** Bytes gathered before they go on, so that small pieces cost no allocation. */
const CHUNK = 64 * 1024;
/** From this length on the native copy is faster than a loop. */
const NATIVE_COPY_FROM = 24;
/** Up to this length a loop copies faster than a view is made and set, and leaves nothing to be collected. */
const LONGEST_LOOP = 128;
/** Longer pieces of memory are handed on without copying them. */
const LONGEST_COPY = CHUNK / 2;
/** Shorter ranges of a source are copied into the buffer: many small segments cost more than their bytes. */
const SMALLEST_RANGE = 8 * 1024;
/** Digits of the largest number that JavaScript counts to. */
const MOST_DIGITS = 16;
/** With less room than this a new buffer is begun after handing on what was gathered. */
const LEAST_ROOM = 4 * 1024;

/** Appends ASCII text, bytes and ranges of a source; counts the position for cross-reference offsets. */
export class ByteWriter {
  readonly #sink: SegmentSink;
  #buffer = Buffer.allocUnsafe(CHUNK);
  /** What lies before it in the buffer was handed on and belongs to the sink. */
  #start = 0;
  #used = 0;
  #flushed = 0;

  constructor(sink: SegmentSink) {
    this.#sink = sink;
  }

  /** Bytes written so far. */
  get position(): number {
    return this.#flushed + this.#used - this.#start;
  }

  /** Writes text of one byte per character. */
  text(text: string): void {
    if (text.length > CHUNK - this.#used) this.#begin();
    if (text.length > CHUNK) {
      this.bytes(Buffer.from(text, 'latin1'));
      return;
    }
    if (text.length >= NATIVE_COPY_FROM) this.#buffer.write(text, this.#used, 'latin1');
    else for (let i = 0; i < text.length; i += 1) this.#buffer[this.#used + i] = text.charCodeAt(i);
    this.#used += text.length;
  }

  /** Writes a number that is not negative, without making a text of it. */
  integer(number: number): void {
    if (MOST_DIGITS > CHUNK - this.#used) this.#begin();
    let digits = 1;
    for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) digits += 1;
    let rest = number;
    for (let at = this.#used + digits - 1; at >= this.#used; at -= 1) {
      this.#buffer[at] = ZERO + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    this.#used += digits;
  }

  /** Writes bytes; large ones are handed on without copying, so they must not change afterwards. */
  bytes(bytes: Uint8Array): void {
    if (bytes.length > LONGEST_COPY) {
      this.flush();
      this.#sink(bytes);
      this.#flushed += bytes.length;
      return;
    }
    if (bytes.length > CHUNK - this.#used) this.#begin();
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Copies a part of some bytes, mostly a short one, for which a loop is faster than a view of it. They may change afterwards. */
  part(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (length > LONGEST_LOOP) {
      for (let at = start; at < end; at += LONGEST_COPY)
        this.bytes(bytes.subarray(at, Math.min(at + LONGEST_COPY, end)));
      return;
    }
    if (length > CHUNK - this.#used) this.#begin();
    const buffer = this.#buffer;
    for (let i = 0; i < length; i += 1) buffer[this.#used + i] = bytes[start + i] as number;
    this.#used += length;
  }

  /** Writes bytes of a source; long ones are only named, not read. */
  range(source: ByteSource, start: number, length: number): void {
    if (length < SMALLEST_RANGE) {
      this.bytes(source.read(start, length));
      return;
    }
    this.flush();
    this.#sink({ source, start, length });
    this.#flushed += length;
  }

  /** Hands on what was gathered. Call it once at the end. */
  flush(): void {
    if (this.#used === this.#start) return;
    this.#sink(this.#buffer.subarray(this.#start, this.#used));
    this.#flushed += this.#used - this.#start;
    this.#start = this.#used;
    if (CHUNK - this.#used < LEAST_ROOM) this.#begin();
  }

  /** Begins again at 0, over what was handed on: for who has no use for it any more. */
  restart(): void {
    this.#start = 0;
    this.#used = 0;
    this.#flushed = 0;
  }

  #begin(): void {
    this.flush();
    if (this.#used === 0) return;
    this.#buffer = Buffer.allocUnsafe(CHUNK);
    this.#start = 0;
    this.#used = 0;
  }
}
