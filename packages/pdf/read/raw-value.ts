import type { PDFRef } from 'pdf-lib';
import * as characters from './characters.ts';
import { latin1, parseDigits, parseNumber, startsWithText } from './characters.ts';
import { POOLS } from './object-pools.ts';
import { endOfValue } from './strict-reader.ts';
import { decodeHex, decodeTextBytes, unescapeLiteral } from './strings.ts';
import { endOfDigits, endOfRegular, isUsualEndOfRef, skipSpace, USUAL_END_OF_REF } from './tokens.ts';

const {
  BACKSLASH,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  CHARACTER_CLASS,
  DELETE,
  DIGIT,
  DOT,
  LESS,
  LETTER_R,
  MINUS,
  PAREN_OPEN,
  PLUS,
  SLASH,
  SPACE,
  ZERO,
} = characters;

/** The first bytes decide the kind (ISO 32000-1 7.3). */
export type RawKind = 'name' | 'number' | 'ref' | 'string' | 'array' | 'dict' | 'boolean' | 'null';

/**
 * An unparsed value: `bytes[start..end)`, valid until the file is closed. The functions below return
 * undefined for other kinds.
 */
export interface RawValue {
  readonly kind: RawKind;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Takes a value in regular syntax. */
export function rawValue(bytes: Uint8Array, start: number, end: number): RawValue {
  return { kind: kindOf(bytes, start, end), bytes, start, end };
}

export function rawNumber(value: RawValue | undefined): number | undefined {
  return value?.kind === 'number' ? parseNumber(value.bytes, value.start, value.end) : undefined;
}

export function rawRef(value: RawValue | undefined): PDFRef | undefined {
  if (value?.kind !== 'ref') return undefined;
  const { bytes, start, end } = value;
  const numberEnd = endOfDigits(bytes, start, end);
  const generation = skipSpace(bytes, numberEnd, end);
  const generationEnd = endOfDigits(bytes, generation, end);
  return POOLS.ref(parseDigits(bytes, start, numberEnd), parseDigits(bytes, generation, generationEnd));
}

/** Returns the object number of a reference of generation 0, otherwise -1. */
export function refNumber(bytes: Uint8Array, start: number, end: number): number {
  const numberEnd = endOfDigits(bytes, start, end);
  const isUsual = numberEnd > start && end - numberEnd === USUAL_END_OF_REF;
  if (!isUsual || bytes[numberEnd + 1] !== ZERO || bytes[end - 1] !== LETTER_R) return -1;
  return parseDigits(bytes, start, numberEnd);
}

/** Lists the object numbers of an array of references of generation 0. Returns undefined for other values. */
export function rawRefNumbers(value: RawValue | undefined): number[] | undefined {
  if (value?.kind !== 'array') return undefined;
  const { bytes, end } = value;
  const numbers: number[] = [];
  for (let at = skipSpace(bytes, value.start + 1, end); at < end; at = skipSpace(bytes, at, end)) {
    if (bytes[at] === BRACKET_CLOSE) return numbers;
    const numberEnd = endOfDigits(bytes, at, end);
    if (numberEnd === at || !isUsualEndOfRef(bytes, numberEnd, end)) return undefined;
    numbers.push(parseDigits(bytes, at, numberEnd));
    at = numberEnd + USUAL_END_OF_REF;
  }
  return undefined;
}

/** Returns the name as `decodeName` does. */
export function rawName(value: RawValue | undefined): string | undefined {
  return value?.kind === 'name' ? POOLS.nameText(value.bytes, value.start + 1, value.end) : undefined;
}

/** Returns the text as `decodeTextString` does. */
export function rawText(value: RawValue | undefined): string | undefined {
  if (value?.kind !== 'string') return undefined;
  if (isSimpleLiteral(value)) return latin1(value.bytes, value.start + 1, value.end - 1);
  const raw = inner(value, 1, 1);
  const isHex = value.bytes[value.start] === LESS;
  return decodeTextBytes(isHex ? decodeHex(latin1(raw)) : unescapeLiteral(raw));
}

export function rawBoolean(value: RawValue | undefined): boolean | undefined {
  return value?.kind === 'boolean' ? startsWithText(value.bytes, value.start, 'true') : undefined;
}

/** Lists the items, null included. Returns undefined for irregular syntax. */
export function rawItems(value: RawValue | undefined): RawValue[] | undefined {
  if (value?.kind !== 'array') return undefined;
  const { bytes, end } = value;
  const items: RawValue[] = [];
  for (let at = skipSpace(bytes, value.start + 1, end); at < end; ) {
    if (bytes[at] === BRACKET_CLOSE) return items;
    const itemEnd = endOfValue(bytes, at, end);
    if (itemEnd < 0) return undefined;
    items.push(rawValue(bytes, at, itemEnd));
    at = skipSpace(bytes, itemEnd, end);
  }
  return undefined;
}

/** Returns undefined if an item is not a number. */
export function rawNumbers(value: RawValue | undefined): number[] | undefined {
  if (value?.kind !== 'array') return undefined;
  const { bytes, end } = value;
  const numbers: number[] = [];
  for (let at = skipSpace(bytes, value.start + 1, end); at < end; ) {
    const byte = bytes[at] as number;
    if (byte === BRACKET_CLOSE) return numbers;
    // An R makes it a reference.
    if (!startsNumber(byte)) return undefined;
    const tokenEnd = endOfRegular(bytes, at, end);
    numbers.push(parseNumber(bytes, at, tokenEnd));
    at = skipSpace(bytes, tokenEnd, end);
  }
  return undefined;
}

export type RawRect = [x1: number, y1: number, x2: number, y2: number];

/** Returns the numbers of an array of four. Faster than `rawNumbers`, whose list grows. */
export function rawRect(value: RawValue | undefined): RawRect | undefined {
  if (value?.kind !== 'array') return undefined;
  const { bytes, end } = value;
  const corners: RawRect = [0, 0, 0, 0];
  let at = skipSpace(bytes, value.start + 1, end);
  for (let index = 0; index < corners.length; index += 1) {
    if (at >= end || !startsNumber(bytes[at] as number)) return undefined;
    const tokenEnd = endOfRegular(bytes, at, end);
    corners[index] = parseNumber(bytes, at, tokenEnd);
    at = skipSpace(bytes, tokenEnd, end);
  }
  return bytes[at] === BRACKET_CLOSE ? corners : undefined;
}

function startsNumber(byte: number): boolean {
  return CHARACTER_CLASS[byte] === DIGIT || byte === MINUS || byte === PLUS || byte === DOT;
}

export function kindOf(bytes: Uint8Array, start: number, end: number): RawKind {
  const byte = bytes[start] as number;
  if (byte === SLASH) return 'name';
  if (byte === PAREN_OPEN) return 'string';
  if (byte === LESS) return bytes[start + 1] === LESS ? 'dict' : 'string';
  if (byte === BRACKET_OPEN) return 'array';
  if (CHARACTER_CLASS[byte] === DIGIT) return isRef(bytes, start, end) ? 'ref' : 'number';
  if (startsWithText(bytes, start, 'null')) return 'null';
  if (startsWithText(bytes, start, 'true') || startsWithText(bytes, start, 'false')) return 'boolean';
  return 'number';
}

/** Returns true for `12 0 R`, and not for the number `12aR`. */
function isRef(bytes: Uint8Array, start: number, end: number): boolean {
  const next = endOfDigits(bytes, start, end);
  return next > start && next < end && CHARACTER_CLASS[bytes[next] as number] !== 0;
}

/** Most strings are printable ASCII without escapes. */
function isSimpleLiteral({ bytes, start, end }: RawValue): boolean {
  if (bytes[start] !== PAREN_OPEN) return false;
  for (let at = start + 1; at < end - 1; at += 1) {
    const byte = bytes[at] as number;
    if (byte < SPACE || byte >= DELETE || byte === BACKSLASH) return false;
  }
  return true;
}

function inner({ bytes, start, end }: RawValue, before: number, after: number): Uint8Array {
  return bytes.subarray(start + before, end - after);
}
