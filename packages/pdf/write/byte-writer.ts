import type { ByteSource } from '../read/byte-source.ts';
import * as characters from '../read/characters.ts';
import type { SegmentSink } from './pdf-bytes.ts';

const { LETTER_R, SPACE, ZERO } = characters;

const CHUNK = 64 * 1024;
const NATIVE_COPY_FROM = 24;
/** Copying by words is faster than creating a view. */
const MAX_LOOP_COPY_BYTES = 160;
const STEP = 8;
const MAX_COPY_BYTES = CHUNK / 2;
/** Many small segments cost more than copying their bytes. */
const MIN_RANGE_BYTES = 8 * 1024;
/** The longest reference is the largest safe integer, and ` 0 R`. */
const MAX_REFERENCE_LENGTH = 16 + 4;
/** Integer division is faster. */
const MAX_INT32 = 2 ** 31 - 1;
const MIN_ROOM_BYTES = 4 * 1024;

/** Writes text, bytes and ranges of a source. */
export class ByteWriter {
  readonly #sink: SegmentSink;
  readonly #isConsumedAtOnce: boolean;
  #buffer = Buffer.allocUnsafe(CHUNK);
  #view = viewOf(this.#buffer);
  #source: DataView = new DataView(new ArrayBuffer(0));
  /** Earlier bytes belong to the sink. */
  #start = 0;
  #used = 0;
  #flushed = 0;

  /** `isConsumedAtOnce`: the sink's memory can be reused after it returns. */
  constructor(sink: SegmentSink, { isConsumedAtOnce = false }: { readonly isConsumedAtOnce?: boolean } = {}) {
    this.#sink = sink;
    this.#isConsumedAtOnce = isConsumedAtOnce;
  }

  get position(): number {
    return this.#flushed + this.#used - this.#start;
  }

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

  integer(number: number): void {
    if (MAX_REFERENCE_LENGTH > CHUNK - this.#used) this.#begin();
    const buffer = this.#buffer;
    const end = this.#used + countDigits(number);
    let at = end;
    let rest = number;
    for (; rest > MAX_INT32; rest = Math.floor(rest / 10)) buffer[--at] = ZERO + (rest % 10);
    for (let short = rest | 0; at > this.#used; short = (short / 10) | 0) buffer[--at] = ZERO + (short % 10);
    this.#used = end;
  }

  reference(number: number): void {
    this.integer(number);
    // `integer` has reserved the room.
    const buffer = this.#buffer;
    const at = this.#used;
    buffer[at] = SPACE;
    buffer[at + 1] = ZERO;
    buffer[at + 2] = SPACE;
    buffer[at + 3] = LETTER_R;
    this.#used = at + 4;
  }

  /** Large arrays are not copied, so they must not change afterwards. */
  bytes(bytes: Uint8Array): void {
    if (bytes.length > MAX_COPY_BYTES) {
      this.flush();
      this.#sink(bytes);
      this.#flushed += bytes.length;
      return;
    }
    if (bytes.length > CHUNK - this.#used) this.#begin();
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Copied: the bytes may change afterwards. */
  part(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (length > MAX_LOOP_COPY_BYTES) {
      for (let at = start; at < end; at += MAX_COPY_BYTES)
        this.bytes(bytes.subarray(at, Math.min(at + MAX_COPY_BYTES, end)));
      return;
    }
    if (length > CHUNK - this.#used) this.#begin();
    this.#copyShort(bytes, start, length);
    this.#used += length;
  }

  #copyShort(bytes: Uint8Array, start: number, length: number): void {
    if (this.#source.buffer !== bytes.buffer) this.#source = new DataView(bytes.buffer);
    const source = this.#source;
    const view = this.#view;
    let from = bytes.byteOffset + start;
    let to = this.#used;
    const end = to + length;
    for (; to + STEP <= end; to += STEP) {
      view.setInt32(to, source.getInt32(from, true), true);
      view.setInt32(to + 4, source.getInt32(from + 4, true), true);
      from += STEP;
    }
    for (; to < end; to += 1) view.setUint8(to, source.getUint8(from++));
  }

  /** Long ranges are not read until later. */
  range(source: ByteSource, start: number, length: number): void {
    if (length < MIN_RANGE_BYTES) {
      this.bytes(source.read(start, length));
      return;
    }
    this.flush();
    this.#sink({ source, start, length });
    this.#flushed += length;
  }

  /** Is called once, at the end. */
  flush(): void {
    if (this.#used === this.#start) return;
    this.#sink(this.#buffer.subarray(this.#start, this.#used));
    this.#flushed += this.#used - this.#start;
    if (this.#isConsumedAtOnce) this.#used = 0;
    this.#start = this.#used;
    if (CHUNK - this.#used < MIN_ROOM_BYTES) this.#begin();
  }

  /** Begins again at offset 0 and reuses the memory. */
  restart(): void {
    this.#start = 0;
    this.#used = 0;
    this.#flushed = 0;
  }

  #begin(): void {
    this.flush();
    if (this.#used === 0) return;
    this.#buffer = Buffer.allocUnsafe(CHUNK);
    this.#view = viewOf(this.#buffer);
    this.#start = 0;
    this.#used = 0;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function countDigits(number: number): number {
  if (number < 100) return number < 10 ? 1 : 2;
  if (number < 10_000) return number < 1000 ? 3 : 4;
  let digits = 5;
  for (let bound = 100_000; number >= bound; bound *= 10) digits += 1;
  return digits;
}

/** An image is often followed by one small object and the next image. */
const MIN_FETCH_BYTES = 16 * 1024;
/** Where objects are close together; fits the processor's cache. */
const MAX_FETCH_BYTES = 128 * 1024;

/** Each thread has its own: new memory for every read caused garbage collections. */
let sharedBuffer: Uint8Array | undefined;

/** A window that moves forward. A thread uses one at a time. */
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
