import type { ByteSource } from './byte-source.ts';
import { indexOfText } from './characters.ts';

const WINDOW = 1024 * 1024;
/** Between two object headers. */
const SEEN_AS_ONE = 64 * 1024;
const MAX_WORD_LENGTH = 16;

/** With one window of the file in memory. */
export class ForwardSearch {
  readonly #source: ByteSource;
  #start = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** If little of it is left there. */
  moveTo(at: number): void {
    const end = this.#start + this.#bytes.length;
    if (at >= this.#start && (at + SEEN_AS_ONE <= end || end === this.#source.size)) return;
    this.#start = at;
    this.#bytes = this.#source.read(at, WINDOW);
  }

  /** -1 if none begins between `from` and `to`. */
  indexOf(word: string, from: number, to = this.#source.size): number {
    for (let at = from; at < to; ) {
      this.#move(at);
      const end = Math.min(to + word.length - 1, this.#start + this.#bytes.length);
      const found = indexOfText(this.#bytes.subarray(at - this.#start, end - this.#start), word);
      if (found >= 0) return at + found;
      const next = end - word.length + 1;
      if (next <= at) return -1;
      at = next;
    }
    return -1;
  }

  /** Near the last match, as a view if possible. */
  slice(from: number, to: number): Uint8Array {
    if (from < this.#start || to > this.#start + this.#bytes.length)
      return this.#source.read(from, to - from);
    return this.#bytes.subarray(from - this.#start, to - this.#start);
  }

  #move(at: number): void {
    const end = this.#start + this.#bytes.length;
    if (at >= this.#start && (at + MAX_WORD_LENGTH <= end || end === this.#source.size)) return;
    this.#start = at;
    this.#bytes = this.#source.read(at, WINDOW);
  }
}

/** For rising offsets: searches the file once. */
export class NextWord {
  readonly #search: ForwardSearch;
  readonly #word: string;
  readonly #size: number;
  #found = -1;

  constructor(source: ByteSource, word: string) {
    this.#search = new ForwardSearch(source);
    this.#word = word;
    this.#size = source.size;
  }

  /** At or after `from`, or the size of the file. */
  after(from: number): number {
    if (this.#found >= from) return this.#found;
    const at = this.#search.indexOf(this.#word, from);
    this.#found = at < 0 ? this.#size : at;
    return this.#found;
  }
}
