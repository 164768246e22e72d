import { BLOCK_SIZE, type ByteSource } from './byte-source.ts';
import { skipWhitespace } from './characters.ts';
import { FREE, offsetOf, UNREADABLE_ENTRY, type XrefEntry, type XrefRun } from './xref-index.ts';
import { ENTRY_LENGTH, readFixedEntry, readFixedOffset, readLooseEntry } from './xref-table-entry.ts';

/** A multiple of the entry length. */
const CHECK_STEP = 4096 * ENTRY_LENGTH;

const NO_BYTES: Uint8Array = new Uint8Array(0);

/** Read from the file on demand. */
export class FixedRun implements XrefRun {
  readonly first: number;
  readonly count: number;
  readonly #source: ByteSource;
  readonly #start: number;
  readonly #base: number;
  #block: Uint8Array = NO_BYTES;
  #blockStart = 0;

  /** `base` is added to every offset. */
  constructor(source: ByteSource, start: number, first: number, count: number, base: number) {
    this.first = first;
    this.count = count;
    this.#source = source;
    this.#start = start;
    this.#base = base;
  }

  /** `UNREADABLE_ENTRY`: its object is searched for. */
  read(index: number): XrefEntry | undefined {
    const offset = this.#start + index * ENTRY_LENGTH;
    return this.#readInBlock(offset) ?? this.#readAlone(offset);
  }

  /** Undefined if it spans two blocks or does not keep the columns. */
  #readInBlock(offset: number): XrefEntry | undefined {
    const blockStart = offset - (offset % BLOCK_SIZE);
    if (blockStart !== this.#blockStart || this.#block.length === 0) {
      this.#block = this.#source.read(blockStart, BLOCK_SIZE);
      this.#blockStart = blockStart;
    }
    const at = offset - blockStart;
    return at + ENTRY_LENGTH > this.#block.length ? undefined : readFixedEntry(this.#block, at, this.#base);
  }

  #readAlone(offset: number): XrefEntry {
    const bytes = this.#source.read(offset, ENTRY_LENGTH);
    return readFixedEntry(bytes, 0, this.#base) ?? readOddEntry(bytes, this.#base) ?? UNREADABLE_ENTRY;
  }

  highestOffset(): number | undefined {
    const length = this.count * ENTRY_LENGTH;
    let highest = 0;
    for (let at = 0; at < length; at += CHECK_STEP) {
      const part = this.#source.read(this.#start + at, Math.min(CHECK_STEP, length - at));
      for (let entry = 0; entry < part.length; entry += ENTRY_LENGTH) {
        const offset = readFixedOffset(part, entry);
        if (offset < 0) return undefined;
        if (offset > highest) highest = offset;
      }
    }
    return highest + this.#base;
  }
}

/** Blanks in place of leading zeros. */
function readOddEntry(bytes: Uint8Array, base: number): XrefEntry | undefined {
  return readLooseEntry(bytes, skipWhitespace(bytes, 0), base)?.entry;
}

/** Without columns, parsed at once. */
export class ListedRun implements XrefRun {
  readonly first: number;
  readonly #entries: readonly XrefEntry[];

  constructor(first: number, entries: readonly XrefEntry[]) {
    this.first = first;
    this.#entries = entries;
  }

  get count(): number {
    return this.#entries.length;
  }

  read(index: number): XrefEntry | undefined {
    return this.#entries[index];
  }

  highestOffset(): number {
    return this.#entries.reduce((highest, entry) => Math.max(highest, offsetOf(entry)), 0);
  }
}

/** Free entries or the others: in a hybrid file the stream ranks between them (ISO 32000-1 7.5.8.4). */
export class HalfRun implements XrefRun {
  readonly first: number;
  readonly count: number;
  readonly #run: XrefRun;
  readonly #isFree: boolean;

  constructor(run: XrefRun, isFree: boolean) {
    this.first = run.first;
    this.count = run.count;
    this.#run = run;
    this.#isFree = isFree;
  }

  read(index: number): XrefEntry | undefined {
    const entry = this.#run.read(index);
    return (entry?.kind === FREE) === this.#isFree ? entry : undefined;
  }

  highestOffset(): number | undefined {
    return this.#run.highestOffset();
  }
}
