/** Bytes gathered before they go on, so that small pieces cost no allocation. */
const CHUNK = 64 * 1024;
/** From this length on the native copy is faster than a loop. */
const NATIVE_COPY_FROM = 24;

/** Takes finished chunks: a list in memory or a file. */
export type ChunkSink = (chunk: Uint8Array) => void;

/** Appends ASCII text and bytes; counts the position for cross-reference offsets. */
export class ByteWriter {
  readonly #sink: ChunkSink;
  #buffer = Buffer.allocUnsafe(CHUNK);
  #used = 0;
  #flushed = 0;

  constructor(sink: ChunkSink) {
    this.#sink = sink;
  }

  /** Bytes written so far. */
  get position(): number {
    return this.#flushed + this.#used;
  }

  /** Writes text of one byte per character. */
  text(text: string): void {
    if (text.length > CHUNK - this.#used) this.flush();
    if (text.length > CHUNK) {
      this.bytes(Buffer.from(text, 'latin1'));
      return;
    }
    if (text.length >= NATIVE_COPY_FROM) this.#buffer.write(text, this.#used, 'latin1');
    else for (let i = 0; i < text.length; i += 1) this.#buffer[this.#used + i] = text.charCodeAt(i);
    this.#used += text.length;
  }

  /** Writes bytes; large ones are handed on without copying, so they must not change afterwards. */
  bytes(bytes: Uint8Array): void {
    const isLarge = bytes.length > CHUNK / 2;
    if (isLarge || bytes.length > CHUNK - this.#used) this.flush();
    if (isLarge) {
      this.#sink(bytes);
      this.#flushed += bytes.length;
      return;
    }
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Hands on what was gathered. Call it once at the end. */
  flush(): void {
    if (this.#used === 0) return;
    this.#sink(this.#buffer.subarray(0, this.#used));
    this.#flushed += this.#used;
    this.#used = 0;
    this.#buffer = Buffer.allocUnsafe(CHUNK);
  }
}
