import type { ByteSource } from './byte-source.ts';
import { indexOfText } from './characters.ts';

const WINDOW = 1024 * 1024;
/** Longest expected distance between two object headers. */
const SEEN_AS_ONE = 64 * 1024;
const MAX_WORD_LENGTH = 16;

/** Searches a file for words from start to end, with one window of it in memory. */
export class ForwardSearch {
  readonly #source: ByteSource;
  #start = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Moves the window to `at` if little of it is left there. */
  moveTo(at: number): void {
    const end = this.#start + this.#bytes.length;
    if (at >= this.#start && (at + SEEN_AS_ONE <= end || end === this.#source.size)) return;
    this.#start = at;
    this.#bytes = this.#source.read(at, WINDOW);
  }

  /** Returns the offset of the next occurrence that begins between `from` and `to`, or -1. */
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

  /** Returns bytes near the last match, as a view if possible. */
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

/** Finds the next occurrence of a word for rising offsets, searching the file once. */
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

  /** Returns the offset at or after `from`, or the size of the file. */
  after(from: number): number {
    if (this.#found >= from) return this.#found;
    const at = this.#search.indexOf(this.#word, from);
    this.#found = at < 0 ? this.#size : at;
    return this.#found;
  }
}
