import * as characters from './characters.ts';
import { CR, isWhitespace, LF, latin1 } from './characters.ts';
import { AT_OFFSET, FREE, type XrefEntry } from './xref-index.ts';

const { CHARACTER_CLASS, DIGIT, ZERO } = characters;

/** `nnnnnnnnnn ggggg n` and two bytes of line end (ISO 32000-1 7.5.4). */
export const ENTRY_LENGTH = 20;
export const OFFSET_DIGITS = 10;
const GENERATION_START = 11;
export const GENERATION_DIGITS = 5;
const KIND_COLUMN = 17;
const IN_USE = 0x6e;
const NOT_IN_USE = 0x66;

/** Without columns. */
export const MAX_LOOSE_ENTRY_LENGTH = 40;

/** Undefined unless it keeps the columns. */
export function readFixedEntry(bytes: Uint8Array, at: number, base: number): XrefEntry | undefined {
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

/** Undefined if it is not an entry. */
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

/** -1 for other characters. */
function readDigits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i += 1) {
    const byte = bytes[i] ?? 0;
    if (CHARACTER_CLASS[byte] !== DIGIT) return -1;
    value = value * 10 + byte - ZERO;
  }
  return value;
}
