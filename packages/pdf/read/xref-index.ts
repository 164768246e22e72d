import { NumberColumn, type NumberRange } from './number-column.ts';

export const UNKNOWN = 0;
export const FREE = 1;
export const AT_OFFSET = 2;
export const IN_STREAM = 3;

export type EntryKind = typeof UNKNOWN | typeof FREE | typeof AT_OFFSET | typeof IN_STREAM;

export interface XrefPlace {
  readonly kind: EntryKind;
  /** Byte offset from the start of the source (AT_OFFSET), or number of the object stream (IN_STREAM). */
  readonly place: number;
  /** Generation (AT_OFFSET, FREE), or index inside the object stream (IN_STREAM). */
  readonly extra: number;
}

/** Entries of consecutive objects, parsed on demand. */
export interface XrefRun {
  readonly first: number;
  readonly count: number;
  /** Returns the entry at an index; undefined if older sections decide. */
  read(position: number): XrefPlace | undefined;
  /** Returns true if every reader can read all entries. */
  isReadable(): boolean;
}

/** Shorter runs are read at once. */
const MIN_LAZY_RUN_LENGTH = 64;
/** Lazy runs kept: every lookup searches them. */
const MAX_LAZY_RUNS = 64;

/** Cost of a subsection header, in entries. */
export const SUBSECTION_COST = 32;

/** Stands for an unreadable entry: the object has to be searched for. */
export const UNREADABLE_ENTRY: XrefPlace = Object.freeze({ kind: AT_OFFSET, place: -1, extra: 0 });

const NOWHERE: XrefPlace = Object.freeze({ kind: UNKNOWN, place: 0, extra: 0 });

/**
 * The cross-reference of a whole file. Sections are added newest first, so the first entry of an object
 * wins. Long runs are parsed on demand: opening does not depend on the number of objects.
 */
export class XrefIndex {
  size = 0;
  readonly #runs: XrefRun[] = [];
  /** Parsed entries; they override the runs. */
  readonly #entries = new SparseEntries();
  #hasUnreadable = false;
  #lastNumber = -1;
  #last = NOWHERE;

  kind(number: number): EntryKind {
    return this.find(number).kind;
  }

  /** Offset (AT_OFFSET) or object stream number (IN_STREAM). */
  place(number: number): number {
    return this.find(number).place;
  }

  extra(number: number): number {
    return this.find(number).extra;
  }

  /** Generation for references; 0 for compressed objects (ISO 32000-1 7.5.7). */
  generation(number: number): number {
    return this.kind(number) === IN_STREAM ? 0 : this.extra(number);
  }

  has(number: number): boolean {
    const kind = this.kind(number);
    return kind === AT_OFFSET || kind === IN_STREAM;
  }

  /** Returns the newest entry of an object; its kind is UNKNOWN if there is none. */
  find(number: number): XrefPlace {
    if (number === this.#lastNumber) return this.#last;
    this.#last = this.#entries.get(number) ?? this.#findInRuns(number) ?? NOWHERE;
    this.#lastNumber = number;
    return this.#last;
  }

  /** Sets an entry unless a newer section has it. */
  setIfNew(number: number, kind: EntryKind, place: number, extra: number): void {
    if (this.kind(number) === UNKNOWN) this.set(number, kind, place, extra);
  }

  set(number: number, kind: EntryKind, place: number, extra: number): void {
    this.#entries.set(number, kind, place, extra);
    this.#lastNumber = -1;
    if (number >= this.size) this.size = number + 1;
  }

  /** Adds entries older than all others. */
  addRun(run: XrefRun): void {
    if (run.count < MIN_LAZY_RUN_LENGTH || this.#runs.length >= MAX_LAZY_RUNS) this.#readRun(run);
    else this.#runs.push(run);
    this.#lastNumber = -1;
    if (run.count > 0) this.size = Math.max(this.size, run.first + run.count);
  }

  /** Returns sorted ranges of numbers that include every entry. */
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

  /** Returns true if all entries can be read. Checks every entry: milliseconds for 150,000. */
  isReadable(): boolean {
    return !this.#hasUnreadable && this.#runs.every((run) => run.isReadable());
  }

  #readRun(run: XrefRun): void {
    if (!run.isReadable()) this.#hasUnreadable = true;
    for (let position = 0; position < run.count; position += 1) {
      const entry = run.read(position);
      if (entry !== undefined) this.setIfNew(run.first + position, entry.kind, entry.place, entry.extra);
    }
  }

  #findInRuns(number: number): XrefPlace | undefined {
    for (const run of this.#runs) {
      const position = number - run.first;
      const entry = position >= 0 && position < run.count ? run.read(position) : undefined;
      if (entry !== undefined) return entry;
    }
    return undefined;
  }
}

/** Parsed entries: 13 bytes each, in blocks. */
class SparseEntries {
  readonly #kinds = NumberColumn.ofBytes();
  readonly #places = NumberColumn.ofNumbers();
  readonly #extras = NumberColumn.ofIntegers();

  get(number: number): XrefPlace | undefined {
    const kind = this.#kinds.get(number) as EntryKind;
    if (kind === UNKNOWN) return undefined;
    return { kind, place: this.#places.get(number), extra: this.#extras.get(number) };
  }

  set(number: number, kind: EntryKind, place: number, extra: number): void {
    this.#kinds.set(number, kind);
    this.#places.set(number, place);
    this.#extras.set(number, extra);
  }

  ranges(): NumberRange[] {
    return this.#kinds.ranges();
  }
}
