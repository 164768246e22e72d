import * as characters from './characters.ts';
import type { DictKeys } from './dict-keys.ts';
import * as strictReader from './strict-reader.ts';
import { endOfValue } from './strict-reader.ts';
import { endOfRegular, skipSpace } from './tokens.ts';

const { GREATER, SLASH } = characters;
const { CUT } = strictReader;

/** A form field has a dozen. Each may keep a file block in memory. */
const MAX_REMEMBERED_ENTRIES = 24;

/** Each entry has so many numbers. */
const SLOT_LENGTH = 5;

/**
 * Remembers each entry by its index in the dictionary: producers write many dictionaries alike, and comparing
 * is faster than parsing (docs/decisions/0017-reading-by-bytes.md). The bytes must not change.
 */
export class EntryMemo {
  #keys: DictKeys | undefined;
  #remembered = 0;
  readonly #sources: Uint8Array[] = [];
  /**
   * Start, value start, value end, start of the next token, index of the key. The last slot is for all
   * entries beyond the capacity.
   */
  readonly #slots: Int32Array;
  #slot = 0;
  readonly #capacity: number;

  /** 0: nothing is remembered, for bytes that may change. */
  constructor(capacity = MAX_REMEMBERED_ENTRIES) {
    this.#capacity = capacity;
    this.#slots = new Int32Array((capacity + 1) * SLOT_LENGTH);
  }

  /** Forgets what was remembered for other keys. */
  start(keys: DictKeys): void {
    if (keys === this.#keys) return;
    this.#keys = keys;
    this.#remembered = 0;
  }

  /** `at` is the `index`th entry. Returns the offset after it, `CUT` or `IRREGULAR`. */
  skipEntry(bytes: Uint8Array, at: number, end: number, index: number): number {
    this.#slot = Math.min(index, this.#capacity) * SLOT_LENGTH;
    const length = index < this.#remembered ? this.#lengthOfSame(bytes, at, end, index) : 0;
    return length > 0 ? at + length : this.#read(bytes, at, end, index);
  }

  /** The index of the entry's key, or -1 if the key was not searched for. */
  get keyIndex(): number {
    return this.#slots[this.#slot + 4] as number;
  }

  get lengthToValue(): number {
    return (this.#slots[this.#slot + 1] as number) - (this.#slots[this.#slot] as number);
  }

  get lengthWithValue(): number {
    return (this.#slots[this.#slot + 2] as number) - (this.#slots[this.#slot] as number);
  }

  /**
   * Returns the length up to the next token, or 0 if the entries differ. The comparison runs backwards, because
   * values differ in their last bytes.
   */
  #lengthOfSame(bytes: Uint8Array, at: number, end: number, index: number): number {
    const source = this.#sources[index] as Uint8Array;
    const start = this.#slots[this.#slot] as number;
    const length = (this.#slots[this.#slot + 3] as number) - start;
    if (at + length >= end) return 0;
    // That token's first byte ends the value.
    for (let offset = length; offset > 0; offset -= 1) {
      if (bytes[at + offset] !== source[start + offset]) return 0;
    }
    return length;
  }

  #read(bytes: Uint8Array, at: number, end: number, index: number): number {
    const keyEnd = endOfRegular(bytes, at + 1, end);
    const valueStart = skipSpace(bytes, keyEnd, end);
    if (valueStart >= end) return CUT;
    const hasValue = bytes[valueStart] !== GREATER;
    const valueEnd = hasValue ? endOfValue(bytes, valueStart, end) : valueStart;
    if (valueEnd < 0) return valueEnd;
    const next = skipSpace(bytes, valueEnd, end);
    const slot = this.#slot;
    this.#slots[slot] = at;
    this.#slots[slot + 1] = valueStart;
    this.#slots[slot + 2] = valueEnd;
    this.#slots[slot + 3] = next;
    this.#slots[slot + 4] = hasValue ? (this.#keys?.find(bytes, at + 1, keyEnd) ?? -1) : -1;
    this.#remember(bytes, next, end, index);
    return next;
  }

  /** Only before a name or the end: elsewhere `4 0` could become a reference. */
  #remember(bytes: Uint8Array, next: number, end: number, index: number): void {
    const isEnded = next < end && (bytes[next] === SLASH || bytes[next] === GREATER);
    if (!isEnded) this.#remembered = Math.min(this.#remembered, index);
    if (!isEnded || index >= this.#capacity || index > this.#remembered) return;
    this.#sources[index] = bytes;
    if (index === this.#remembered) this.#remembered += 1;
  }
}
