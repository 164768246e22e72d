import * as characters from './characters.ts';
import type { DictKeys } from './dict-keys.ts';
import { endOfRegular, skipSpace } from './token-ends.ts';
import * as valueEnds from './value-ends.ts';
import { endOfValue } from './value-ends.ts';

// Constants of this module too: characters.ts says why.
const { GREATER, SLASH } = characters;
const { CUT } = valueEnds;

/** Deepest nesting that is walked; beyond it the parser decides. */
const NESTING = 30;

/** Entries that are remembered: a form field has a dozen. Each may keep a block of the file in memory. */
const MAX_REMEMBERED_ENTRIES = 24;

/** Numbers that are noted of an entry. */
const NUMBERS = 5;

/**
 * Goes from entry to entry of one dictionary after the other, and remembers what it found out about the entries by their
 * turn. Who writes a thousand fields writes the same keys in the same order and mostly the same values: an entry that is
 * spelled byte by byte as the one before it in that turn has its value in the same place, and to compare is faster than
 * to read. For bytes that do not change, those of one open file.
 */
export class EntryTrail {
  #keys: DictKeys | undefined;
  /** Entries that later ones may be compared with. */
  #remembered = 0;
  /** What the entries are spelled in. */
  readonly #sources: Uint8Array[] = [];
  /**
   * Of each entry its start, where its value starts and ends, where the next token starts, and the position of its key. The
   * last place is for all entries that are too many.
   */
  readonly #places: Int32Array;
  /** Where those of the entry that was passed last begin. */
  #slot = 0;
  readonly #capacity: number;

  /** `capacity` entries are remembered; none where the bytes may change from one dictionary to the next. */
  constructor(capacity = MAX_REMEMBERED_ENTRIES) {
    this.#capacity = capacity;
    this.#places = new Int32Array((capacity + 1) * NUMBERS);
  }

  /** Forgets what was found for other keys. */
  start(keys: DictKeys): void {
    if (keys === this.#keys) return;
    this.#keys = keys;
    this.#remembered = 0;
  }

  /** Where the token behind the entry at `at` starts, `CUT` or `IRREGULAR`. `turn` counts the entries of a dictionary. */
  pass(bytes: Uint8Array, at: number, end: number, turn: number): number {
    this.#slot = Math.min(turn, this.#capacity) * NUMBERS;
    const length = turn < this.#remembered ? this.#lengthOfSame(bytes, at, end, turn) : 0;
    return length > 0 ? at + length : this.#read(bytes, at, end, turn);
  }

  /** Of the entry that was passed last, the position of its key in the names that are looked for; -1 for any other. */
  get key(): number {
    return this.#places[this.#slot + 4] as number;
  }

  /** Of the entry that was passed last, from its start to its value. */
  get lengthToValue(): number {
    return (this.#places[this.#slot + 1] as number) - (this.#places[this.#slot] as number);
  }

  /** Of the entry that was passed last, from its start to the end of its value. */
  get lengthWithValue(): number {
    return (this.#places[this.#slot + 2] as number) - (this.#places[this.#slot] as number);
  }

  /** Length with the space behind it; 0 when it is another. Backwards, because values differ in their last bytes first. */
  #lengthOfSame(bytes: Uint8Array, at: number, end: number, turn: number): number {
    const source = this.#sources[turn] as Uint8Array;
    const start = this.#places[this.#slot] as number;
    const length = (this.#places[this.#slot + 3] as number) - start;
    if (at + length >= end) return 0;
    // With the first byte of the next token, which says that the value has ended.
    for (let offset = length; offset > 0; offset -= 1) {
      if (bytes[at + offset] !== source[start + offset]) return 0;
    }
    return length;
  }

  #read(bytes: Uint8Array, at: number, end: number, turn: number): number {
    const keyEnd = endOfRegular(bytes, at + 1, end);
    const valueStart = skipSpace(bytes, keyEnd, end);
    if (valueStart >= end) return CUT;
    // A key without a value at the end is no entry.
    const hasValue = bytes[valueStart] !== GREATER;
    const valueEnd = hasValue ? endOfValue(bytes, valueStart, end, NESTING) : valueStart;
    if (valueEnd < 0) return valueEnd;
    const next = skipSpace(bytes, valueEnd, end);
    const slot = this.#slot;
    this.#places[slot] = at;
    this.#places[slot + 1] = valueStart;
    this.#places[slot + 2] = valueEnd;
    this.#places[slot + 3] = next;
    this.#places[slot + 4] = hasValue ? (this.#keys?.find(bytes, at + 1, keyEnd) ?? -1) : -1;
    this.#remember(bytes, next, end, turn);
    return next;
  }

  /** Before another token a value's end is not certain from its own bytes: `4 0 /F` is no entry, and no reference. */
  #remember(bytes: Uint8Array, next: number, end: number, turn: number): void {
    const isEnded = next < end && (bytes[next] === SLASH || bytes[next] === GREATER);
    if (!isEnded) this.#remembered = Math.min(this.#remembered, turn);
    if (!isEnded || turn >= this.#capacity || turn > this.#remembered) return;
    this.#sources[turn] = bytes;
    if (turn === this.#remembered) this.#remembered += 1;
  }
}
