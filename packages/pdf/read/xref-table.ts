import type { ByteSource } from './byte-source.ts';
import {
  CHARACTER_CLASS,
  DIGIT,
  isWhitespace,
  latin1,
  skipWhitespace,
  startsWithText,
  ZERO,
} from './characters.ts';
import { AT_OFFSET, FREE, type XrefIndex } from './xref-index.ts';

/** Columns of an entry: `nnnnnnnnnn ggggg n` and two bytes of line end (ISO 32000-1 7.5.4). */
const ENTRY_LENGTH = 20;
const OFFSET_DIGITS = 10;
const GENERATION_START = 11;
const GENERATION_DIGITS = 5;
const KIND_COLUMN = 17;
const IN_USE = 0x6e;
const NOT_IN_USE = 0x66;

/** Bytes read for a subsection's header. */
const HEADER_WINDOW = 64;
/** Longest spelling of one entry in files that do not keep the columns. */
const LONGEST_LOOSE_ENTRY = 40;

export interface XrefTableTarget {
  readonly index: XrefIndex;
  /** Added to every offset: the junk before the header. */
  readonly base: number;
  /** Highest object number plus one. */
  readonly limit: number;
  /**
   * Object numbers and generations of free entries, in turn. They are set after the stream that a hybrid file's table
   * points to: it has objects that the table calls free (ISO 32000-1 7.5.8.4).
   */
  readonly free: number[];
}

/**
 * Reads the table that begins after the keyword `xref` at `start` and returns the offset of its `trailer` keyword;
 * undefined when it is not a table.
 */
export function readXrefTable(
  source: ByteSource,
  start: number,
  target: XrefTableTarget,
): number | undefined {
  let at = start;
  while (at < source.size) {
    const window = source.read(at, HEADER_WINDOW);
    const skipped = skipWhitespace(window, 0);
    if (startsWithText(window, skipped, 'trailer')) return at + skipped;
    const header = /^(\d{1,10})[ \t]+(\d{1,10})[ \t\r\n\0]/.exec(latin1(window.subarray(skipped)));
    if (header === null) return undefined;
    const next = readSubsection(
      source,
      at + skipped + header[0].length,
      Number(header[1]),
      Number(header[2]),
      target,
    );
    if (next === undefined) return undefined;
    at = next;
  }
  return undefined;
}

function readSubsection(
  source: ByteSource,
  offset: number,
  first: number,
  count: number,
  target: XrefTableTarget,
): number | undefined {
  if (first + count > target.limit || count * 10 > source.size) return undefined;
  const lead = skipWhitespace(source.read(offset, HEADER_WINDOW), 0);
  const start = offset + lead;
  const entries = source.read(start, count * ENTRY_LENGTH);
  const firstNumber = first === 1 && isHeadOfFreeList(entries) ? 0 : first;
  const fixed = readFixedEntries(entries, firstNumber, count, target);
  if (fixed === count) return start + count * ENTRY_LENGTH;
  return readLooseEntries(source, start + fixed * ENTRY_LENGTH, firstNumber + fixed, count - fixed, target);
}

/** "0000000000 65535 f" belongs to object 0; some producers number it 1. */
function isHeadOfFreeList(entries: Uint8Array): boolean {
  return startsWithText(entries, 0, '0000000000 65535 f');
}

/** Reads entries by their columns and returns how many kept them. */
function readFixedEntries(bytes: Uint8Array, first: number, count: number, target: XrefTableTarget): number {
  for (let i = 0; i < count; i += 1) {
    const at = i * ENTRY_LENGTH;
    const kind = bytes[at + KIND_COLUMN];
    if (!hasColumns(bytes, at, kind)) return i;
    const offset = parseDigits(bytes, at, OFFSET_DIGITS);
    const generation = parseDigits(bytes, at + GENERATION_START, GENERATION_DIGITS);
    if (offset < 0 || generation < 0) return i;
    takeEntry(target, first + i, kind === IN_USE, offset, generation);
  }
  return count;
}

function hasColumns(bytes: Uint8Array, at: number, kind: number | undefined): boolean {
  if (kind !== IN_USE && kind !== NOT_IN_USE) return false;
  return (
    bytes[at + OFFSET_DIGITS] === 0x20 &&
    bytes[at + KIND_COLUMN - 1] === 0x20 &&
    isWhitespace(bytes[at + KIND_COLUMN + 1]) &&
    isWhitespace(bytes[at + KIND_COLUMN + 2])
  );
}

function parseDigits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i += 1) {
    const byte = bytes[i] ?? 0;
    if (CHARACTER_CLASS[byte] !== DIGIT) return -1;
    value = value * 10 + byte - ZERO;
  }
  return value;
}

/** Entries of 19 or 21 bytes, extra blanks, missing digits: read word by word. */
function readLooseEntries(
  source: ByteSource,
  offset: number,
  first: number,
  count: number,
  target: XrefTableTarget,
): number | undefined {
  const bytes = source.read(offset, count * LONGEST_LOOSE_ENTRY);
  let at = 0;
  for (let i = 0; i < count; i += 1) {
    at = skipWhitespace(bytes, at);
    if (startsWithText(bytes, at, 'trailer')) break;
    const entry = /^(\d{1,20})\s+(\d{1,10})\s*([nf])/.exec(
      latin1(bytes.subarray(at, at + LONGEST_LOOSE_ENTRY)),
    );
    if (entry === null) return undefined;
    takeEntry(target, first + i, entry[3] === 'n', Number(entry[1]), Number(entry[2]));
    at += entry[0].length;
  }
  return offset + at;
}

function takeEntry(
  target: XrefTableTarget,
  number: number,
  inUse: boolean,
  offset: number,
  generation: number,
): void {
  // Offset 0 is the header: some producers write it for objects that do not exist.
  if (inUse && offset > 0) target.index.setIfNew(number, AT_OFFSET, offset + target.base, generation);
  else target.free.push(number, generation);
}

/** Sets the free entries that were put by. */
export function setFreeEntries({ index, free }: XrefTableTarget): void {
  for (let i = 0; i + 1 < free.length; i += 2) index.setIfNew(free[i] ?? 0, FREE, 0, free[i + 1] ?? 0);
}
