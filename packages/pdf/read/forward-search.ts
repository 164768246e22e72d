import type { ByteSource } from './byte-source.ts';
import { indexOfText } from './characters.ts';

/** Bytes held at a time. */
const WINDOW = 1024 * 1024;
/** Bytes between two objects' headers, as a rule. */
const SEEN_AS_ONE = 64 * 1024;
/** Longest word that is looked for. */
const MAX_WORD_LENGTH = 16;

/** Looks for words from the start of a file to its end while holding one window of it. */
export class ForwardSearch {
  readonly #source: ByteSource;
  #start = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Makes the window begin at `at` when little of it is left from there, so that what follows can be seen as one. */
  moveTo(at: number): void {
    const end = this.#start + this.#bytes.length;
    if (at >= this.#start && (at + SEEN_AS_ONE <= end || end === this.#source.size)) return;
    this.#start = at;
    this.#bytes = this.#source.read(at, WINDOW);
  }

  /** Offset of the next occurrence that begins in `from` to `to`; -1 when there is none. */
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

  /** Bytes near the last place found; a window on the file, not a copy. */
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

/** The next place of one word, searched once for many questions in rising order. */
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

  /** Offset at or after `from`; the size of the file when there is none. */
  after(from: number): number {
    if (this.#found >= from) return this.#found;
    const at = this.#search.indexOf(this.#word, from);
    this.#found = at < 0 ? this.#size : at;
    return this.#found;
  }
}
