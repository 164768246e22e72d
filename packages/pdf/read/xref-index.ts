/** The length is a power of two. */
const BLOCK_LENGTH = 4096;
const BLOCK_MASK = BLOCK_LENGTH - 1;
const BLOCK_BITS = 12;
/** Larger numbers cannot be shifted. */
const FIRST_LONG = 2 ** 31;

/** A range of numbers without `to`. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

type Values = Uint8Array | Uint32Array | Float64Array;

/** Sparse, 0 by default, in blocks of 4,096 values: a single high number costs one block. */
export class NumberColumn {
  readonly #make: (length: number) => Values;
  readonly #blocks: (Values | undefined)[] = [];

  private constructor(make: (length: number) => Values) {
    this.#make = make;
  }

  /** Makes a column of values from 0 to 255. */
  static ofBytes(): NumberColumn {
    return new NumberColumn((length) => new Uint8Array(length));
  }

  /** Makes a column of values from 0 to 2^32 - 1. */
  static ofIntegers(): NumberColumn {
    return new NumberColumn((length) => new Uint32Array(length));
  }

  static ofNumbers(): NumberColumn {
    return new NumberColumn((length) => new Float64Array(length));
  }

  static upTo(largest: number): NumberColumn {
    return largest < 2 ** 32 ? NumberColumn.ofIntegers() : NumberColumn.ofNumbers();
  }

  /** Files refer to objects beyond every limit. */
  get(number: number): number {
    const block = this.#blocks[blockOf(number)];
    return block === undefined ? 0 : (block[number & BLOCK_MASK] as number);
  }

  /** Takes valid object numbers only. */
  set(number: number, value: number): void {
    const at = blockOf(number);
    const block = this.#blocks[at] ?? this.#addBlock(at);
    block[number & BLOCK_MASK] = value;
  }

  /** Returns ranges that include every number that was set. */
  ranges(): NumberRange[] {
    return this.#blocks.flatMap((block, at) =>
      block === undefined ? [] : [{ from: at * BLOCK_LENGTH, to: (at + 1) * BLOCK_LENGTH }],
    );
  }

  #addBlock(at: number): Values {
    const block = this.#make(BLOCK_LENGTH);
    // V8 is slower with holes in arrays.
    while (this.#blocks.length < at) this.#blocks.push(undefined);
    this.#blocks[at] = block;
    return block;
  }
}

function blockOf(number: number): number {
  return number < FIRST_LONG ? number >> BLOCK_BITS : Math.floor(number / BLOCK_LENGTH);
}

export const UNKNOWN = 0;
export const FREE = 1;
export const AT_OFFSET = 2;
export const IN_STREAM = 3;

export type EntryKind = typeof UNKNOWN | typeof FREE | typeof AT_OFFSET | typeof IN_STREAM;

/** The offset counts from the start of the source. */
export interface OffsetEntry {
  readonly kind: typeof AT_OFFSET;
  readonly offset: number;
  readonly generation: number;
}

/** The number of the object's stream, and its index there. */
export interface CompressedEntry {
  readonly kind: typeof IN_STREAM;
  readonly stream: number;
  readonly index: number;
}

/** The entries of ISO 32000-1 7.5.4 and 7.5.8.3. */
export type XrefEntry =
  | { readonly kind: typeof UNKNOWN }
  | { readonly kind: typeof FREE; readonly generation: number }
  | OffsetEntry
  | CompressedEntry;

/** Entries that are parsed on demand. */
export interface XrefRun {
  readonly first: number;
  readonly count: number;
  /** If this returns undefined, older sections decide. */
  read(index: number): XrefEntry | undefined;
  /**
   * Returns the highest offset of an object, or Infinity. Returns undefined if some readers cannot read an
   * entry.
   */
  highestOffset(): number | undefined;
}

/** Shorter runs are read at once. */
const MIN_LAZY_RUN_LENGTH = 64;
/** The number is bounded, because every lookup searches all runs. */
const MAX_LAZY_RUNS = 64;

/** A subsection costs as much as so many entries. */
export const SUBSECTION_COST = 32;

/** The object has to be searched for. */
export const UNREADABLE_ENTRY: XrefEntry = Object.freeze({ kind: AT_OFFSET, offset: -1, generation: 0 });

const NO_ENTRY: XrefEntry = Object.freeze({ kind: UNKNOWN });

/**
 * Sections are added newest first, so the first entry of an object wins. Long runs are parsed on demand:
 * opening does not depend on the number of objects.
 */
export class XrefIndex {
  size = 0;
  readonly #runs: XrefRun[] = [];
  /** These entries override the runs. */
  readonly #entries = new SparseEntries();
  #hasUnreadable = false;
  #highestOffset = 0;
  #lastNumber = -1;
  #last: XrefEntry = NO_ENTRY;

  kind(number: number): EntryKind {
    return this.find(number).kind;
  }

  /** Returns the generation for references, which is 0 for compressed objects (ISO 32000-1 7.5.7). */
  generation(number: number): number {
    const entry = this.find(number);
    return entry.kind === AT_OFFSET || entry.kind === FREE ? entry.generation : 0;
  }

  has(number: number): boolean {
    const kind = this.kind(number);
    return kind === AT_OFFSET || kind === IN_STREAM;
  }

  /** The newest; UNKNOWN if there is none. */
  find(number: number): XrefEntry {
    if (number === this.#lastNumber) return this.#last;
    this.#last = this.#entries.get(number) ?? this.#findInRuns(number) ?? NO_ENTRY;
    this.#lastNumber = number;
    return this.#last;
  }

  /** Sets an entry unless a newer section has it. */
  setIfNew(number: number, entry: XrefEntry): void {
    if (this.kind(number) === UNKNOWN) this.set(number, entry);
  }

  set(number: number, entry: XrefEntry): void {
    this.#entries.set(number, entry);
    this.#highestOffset = Math.max(this.#highestOffset, offsetOf(entry));
    this.#lastNumber = -1;
    if (number >= this.size) this.size = number + 1;
  }

  /** Adds a run that is older than all others. */
  addRun(run: XrefRun): void {
    if (run.count < MIN_LAZY_RUN_LENGTH || this.#runs.length >= MAX_LAZY_RUNS) this.#readRun(run);
    else this.#runs.push(run);
    this.#lastNumber = -1;
    if (run.count > 0) this.size = Math.max(this.size, run.first + run.count);
  }

  /** Returns sorted ranges that include every entry. */
  ranges(): NumberRange[] {
    const runs = this.#runs.map(({ first, count }) => ({ from: first, to: first + count }));
    const sorted = [...this.#entries.ranges(), ...runs].sort((a, b) => a.from - b.from);
    const merged: NumberRange[] = [];
    for (const range of sorted) {
      const last = merged.at(-1);
      if (last === undefined || range.from > last.to) merged.push(range);
      else if (range.to > last.to) merged[merged.length - 1] = { from: last.from, to: range.to };
    }
    return merged;
  }

  /**
   * Returns the highest offset that an entry has or had, or Infinity. Returns undefined if some readers cannot
   * read an entry. It takes milliseconds for 150,000 entries.
   */
  highestOffset(): number | undefined {
    if (this.#hasUnreadable) return undefined;
    let highest = this.#highestOffset;
    for (const run of this.#runs) {
      const offset = run.highestOffset();
      if (offset === undefined) return undefined;
      highest = Math.max(highest, offset);
    }
    return highest;
  }

  #readRun(run: XrefRun): void {
    if (run.highestOffset() === undefined) this.#hasUnreadable = true;
    for (let index = 0; index < run.count; index += 1) {
      const entry = run.read(index);
      if (entry !== undefined) this.setIfNew(run.first + index, entry);
    }
  }

  #findInRuns(number: number): XrefEntry | undefined {
    for (const run of this.#runs) {
      const index = number - run.first;
      const entry = index >= 0 && index < run.count ? run.read(index) : undefined;
      if (entry !== undefined) return entry;
    }
    return undefined;
  }
}

/** Infinity if it is before the file. */
export function offsetOf(entry: XrefEntry): number {
  if (entry.kind !== AT_OFFSET) return 0;
  return entry.offset < 0 ? Number.POSITIVE_INFINITY : entry.offset;
}

/** Entries take 13 bytes each, in blocks. */
class SparseEntries {
  readonly #kinds = NumberColumn.ofBytes();
  /** The offset, or the number of the object stream. */
  readonly #second = NumberColumn.ofNumbers();
  /** The generation, or the index in the object stream. */
  readonly #third = NumberColumn.ofIntegers();

  get(number: number): XrefEntry | undefined {
    const kind = this.#kinds.get(number) as EntryKind;
    if (kind === UNKNOWN) return undefined;
    const third = this.#third.get(number);
    if (kind === FREE) return { kind, generation: third };
    const second = this.#second.get(number);
    return kind === AT_OFFSET
      ? { kind, offset: second, generation: third }
      : { kind, stream: second, index: third };
  }

  set(number: number, entry: XrefEntry): void {
    this.#kinds.set(number, entry.kind);
    this.#second.set(number, secondField(entry));
    this.#third.set(number, thirdField(entry));
  }

  ranges(): NumberRange[] {
    return this.#kinds.ranges();
  }
}

function secondField(entry: XrefEntry): number {
  if (entry.kind === AT_OFFSET) return entry.offset;
  return entry.kind === IN_STREAM ? entry.stream : 0;
}

function thirdField(entry: XrefEntry): number {
  if (entry.kind === IN_STREAM) return entry.index;
  return entry.kind === UNKNOWN ? 0 : entry.generation;
}
