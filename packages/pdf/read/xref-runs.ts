import { BLOCK_SIZE, type ByteSource } from './byte-source.ts';
import * as characters from './characters.ts';
import { CR, isWhitespace, LF, latin1, skipWhitespace } from './characters.ts';
import { AT_OFFSET, FREE, offsetOf, UNREADABLE_ENTRY, type XrefEntry, type XrefRun } from './xref-index.ts';

const { CHARACTER_CLASS, DIGIT, ZERO } = characters;

/** `nnnnnnnnnn ggggg n` and two bytes of line end (ISO 32000-1 7.5.4). */
export const ENTRY_LENGTH = 20;
export const OFFSET_DIGITS = 10;
const GENERATION_START = 11;
export const GENERATION_DIGITS = 5;
const KIND_COLUMN = 17;
const IN_USE = 0x6e;
const NOT_IN_USE = 0x66;

/** Entries without columns are at most this long. */
export const MAX_LOOSE_ENTRY_LENGTH = 40;

/** Returns undefined unless the entry keeps the columns. */
function readFixedEntry(bytes: Uint8Array, at: number, base: number): XrefEntry | undefined {
  if (!hasSeparators(bytes, at)) return undefined;
  const offset = readDigits(bytes, at, OFFSET_DIGITS);
  const generation = readDigits(bytes, at + GENERATION_START, GENERATION_DIGITS);
  if (offset < 0 || generation < 0) return undefined;
  return makeEntry(bytes[at + KIND_COLUMN] === IN_USE, offset, generation, base);
}

/** 0 for a free entry, -1 unless it keeps the columns. */
export function readFixedOffset(bytes: Uint8Array, at: number): number {
  if (!hasSeparators(bytes, at)) return -1;
  const offset = readDigits(bytes, at, OFFSET_DIGITS);
  if (readDigits(bytes, at + GENERATION_START, GENERATION_DIGITS) < 0) return -1;
  return bytes[at + KIND_COLUMN] === IN_USE ? offset : Math.min(offset, 0);
}

function hasSeparators(bytes: Uint8Array, at: number): boolean {
  const kind = bytes[at + KIND_COLUMN];
  return (
    (kind === IN_USE || kind === NOT_IN_USE) &&
    bytes[at + OFFSET_DIGITS] === 0x20 &&
    bytes[at + KIND_COLUMN - 1] === 0x20 &&
    isWhitespace(bytes[at + KIND_COLUMN + 1]) &&
    isLineEnd(bytes[at + KIND_COLUMN + 2])
  );
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

export interface LooseEntry {
  readonly entry: XrefEntry;
  readonly length: number;
  /** Digits are missing: qpdf reports damage. */
  readonly isShort: boolean;
}

/** Returns undefined if the bytes are not an entry. */
export function readLooseEntry(bytes: Uint8Array, at: number, base: number): LooseEntry | undefined {
  const text = latin1(bytes.subarray(at, at + MAX_LOOSE_ENTRY_LENGTH));
  const match = /^(\d{1,20})\s+(\d{1,10})\s*([nf])/.exec(text);
  if (match === null) return undefined;
  const [raw, offset = '', generation = '', kind] = match;
  const entry = makeEntry(kind === 'n', Number(offset), Number(generation), base);
  const isShort = offset.length !== OFFSET_DIGITS || generation.length !== GENERATION_DIGITS;
  return { entry, length: raw.length, isShort };
}

/** Some producers write offset 0 for objects that do not exist. */
function makeEntry(isInUse: boolean, offset: number, generation: number, base: number): XrefEntry {
  if (!isInUse || offset === 0) return { kind: FREE, generation };
  return { kind: AT_OFFSET, offset: offset + base, generation };
}

/** Returns -1 for other characters. */
function readDigits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i += 1) {
    const byte = bytes[i] ?? 0;
    if (CHARACTER_CLASS[byte] !== DIGIT) return -1;
    value = value * 10 + byte - ZERO;
  }
  return value;
}

/** The step is a multiple of the entry length. */
const CHECK_STEP = 4096 * ENTRY_LENGTH;

const NO_BYTES: Uint8Array = new Uint8Array(0);

/** Entries that are read from the file on demand. */
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

  /** Returns undefined if the entry spans two blocks or does not keep the columns. */
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

/** Reads an entry with blanks in place of leading zeros. */
function readOddEntry(bytes: Uint8Array, base: number): XrefEntry | undefined {
  return readLooseEntry(bytes, skipWhitespace(bytes, 0), base)?.entry;
}

/** Entries without columns, which are parsed at once. */
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
