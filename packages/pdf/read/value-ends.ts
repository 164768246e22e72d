/** `IRREGULAR` values are left to the parser, so that walk and parser always agree. */
import * as characters from './characters.ts';
import { isDigit, parseDigits, startsWithText } from './characters.ts';
import type { DictKeys } from './dict-keys.ts';
import {
  endOfDigits,
  endOfLiteral,
  endOfRegular,
  isUsualEndOfRef,
  MAX_GENERATION,
  skipSpace,
  USUAL_END_OF_REF,
} from './token-reader.ts';

const {
  BRACKET_CLOSE,
  BRACKET_OPEN,
  CHARACTER_CLASS,
  DIGIT,
  DOT,
  GREATER,
  LESS,
  LETTER_R,
  MINUS,
  PAREN_OPEN,
  PLUS,
  SLASH,
} = characters;

/** The value continues after the window. */
export const CUT = -1;
/** Not ISO 32000-1 7.3. */
export const IRREGULAR = -2;

/** Deeper values are left to the parser. */
export const MAX_NESTING = 30;

/** No reader follows a longer reference. */
const MAX_REF_DIGITS = 15;

/** Or `CUT` or `IRREGULAR`. A reference counts as one value. */
export function endOfValue(bytes: Uint8Array, at: number, end: number, nesting: number): number {
  const byte = bytes[at];
  if (byte === SLASH) return atOrCut(endOfRegular(bytes, at + 1, end), end);
  if (byte === PAREN_OPEN) return afterOrCut(endOfLiteral(bytes, at + 1, end), end);
  if (byte === BRACKET_OPEN || (byte === LESS && bytes[at + 1] === LESS)) {
    return endOfContainer(bytes, at, end, nesting);
  }
  return endOfScalarOrRef(bytes, at, end);
}

/** By its brackets, which have to match. */
function endOfContainer(bytes: Uint8Array, from: number, end: number, nesting: number): number {
  // One bit per open bracket, 1 for a dictionary; the innermost is the lowest.
  let open = 0;
  let depth = 0;
  // The last two tokens if both are digits: an R makes them a reference.
  let number = -1;
  let generation = -1;
  for (let at = from; at < end; at = skipSpace(bytes, at, end)) {
    const byte = bytes[at] as number;
    if (CHARACTER_CLASS[byte] === DIGIT) {
      const start = at;
      at = endOfDigits(bytes, at, end);
      if (at >= end) return CUT;
      const isWhole = CHARACTER_CLASS[bytes[at] as number] !== 0;
      number = isWhole ? generation : -1;
      generation = isWhole ? start : -1;
      if (!isWhole) at = endOfRegular(bytes, at, end);
      if (at >= end) return CUT;
      continue;
    }
    if (byte === LETTER_R && number >= 0) {
      at = endOfRefLetter(bytes, number, generation, at, end);
      if (at < 0) return at;
    } else if (byte === BRACKET_OPEN || (byte === LESS && bytes[at + 1] === LESS)) {
      open = open * 2 + (byte === LESS ? 1 : 0);
      depth += 1;
      if (depth > nesting) return IRREGULAR;
      at += byte === LESS ? 2 : 1;
    } else if (byte === BRACKET_CLOSE || byte === GREATER) {
      const isOpen = (open & 1) === (byte === GREATER ? 1 : 0);
      if (!isOpen || (byte === GREATER && bytes[at + 1] !== GREATER)) return at + 1 < end ? IRREGULAR : CUT;
      open >>= 1;
      depth -= 1;
      at += byte === GREATER ? 2 : 1;
      if (depth === 0) return at <= end ? at : CUT;
    } else {
      at = endOfScalar(bytes, at, end);
      if (at < 0) return at;
    }
    number = -1;
    generation = -1;
  }
  return CUT;
}

/** The R has to be a whole token. */
function endOfRefLetter(
  bytes: Uint8Array,
  number: number,
  generation: number,
  at: number,
  end: number,
): number {
  if (at + 1 >= end) return CUT;
  if (endOfRegular(bytes, at, end) !== at + 1) return IRREGULAR;
  return isRefInRange(bytes, number, generation, at) ? at + 1 : IRREGULAR;
}

function endOfScalarOrRef(bytes: Uint8Array, at: number, end: number): number {
  const valueEnd = endOfScalar(bytes, at, end);
  if (valueEnd < 0 || !isDigit(bytes[at])) return valueEnd;
  return endOfRef(bytes, at, valueEnd, end) ?? valueEnd;
}

function endOfScalar(bytes: Uint8Array, at: number, end: number): number {
  const byte = bytes[at] ?? 0;
  if (byte === PAREN_OPEN) return afterOrCut(endOfLiteral(bytes, at + 1, end), end);
  if (byte === LESS) return endOfHex(bytes, at, end);
  if (byte === SLASH) return atOrCut(endOfRegular(bytes, at + 1, end), end);
  const tokenEnd = endOfRegular(bytes, at, end);
  if (tokenEnd >= end) return CUT;
  const isNumber = CHARACTER_CLASS[byte] === DIGIT || byte === MINUS || byte === PLUS || byte === DOT;
  return isNumber || isKnownWord(bytes, at, tokenEnd) ? tokenEnd : IRREGULAR;
}

function endOfHex(bytes: Uint8Array, at: number, end: number): number {
  const close = bytes.indexOf(GREATER, at + 1);
  return close < 0 ? CUT : afterOrCut(close, end);
}

/** Undefined if it is a number. */
function endOfRef(bytes: Uint8Array, at: number, numberEnd: number, end: number): number | undefined {
  if (endOfDigits(bytes, at, numberEnd) < numberEnd) return undefined;
  if (isUsualEndOfRef(bytes, numberEnd, end)) {
    return numberEnd - at > MAX_REF_DIGITS ? IRREGULAR : numberEnd + USUAL_END_OF_REF;
  }
  const start = skipSpace(bytes, numberEnd, end);
  const generationEnd = endOfDigits(bytes, start, end);
  if (generationEnd >= end) return CUT;
  if (generationEnd === start || CHARACTER_CLASS[bytes[generationEnd] as number] === 0) return undefined;
  const letter = skipSpace(bytes, generationEnd, end);
  if (letter + 1 >= end) return bytes[letter] === LETTER_R || letter >= end ? CUT : undefined;
  if (bytes[letter] !== LETTER_R || endOfRegular(bytes, letter, end) !== letter + 1) return undefined;
  return isRefInRange(bytes, at, start, letter) ? letter + 1 : IRREGULAR;
}

function isRefInRange(bytes: Uint8Array, number: number, generation: number, end: number): boolean {
  if (endOfDigits(bytes, number, end) - number > MAX_REF_DIGITS) return false;
  return parseDigits(bytes, generation, endOfDigits(bytes, generation, end)) <= MAX_GENERATION;
}

function isKnownWord(bytes: Uint8Array, at: number, end: number): boolean {
  const length = end - at;
  if (length === 5) return startsWithText(bytes, at, 'false');
  return length === 4 && (startsWithText(bytes, at, 'true') || startsWithText(bytes, at, 'null'));
}

function atOrCut(at: number, end: number): number {
  return at < end ? at : CUT;
}

function afterOrCut(at: number, end: number): number {
  return at < end ? at + 1 : CUT;
}

/** A form field has a dozen. Each may keep a file block in memory. */
const MAX_REMEMBERED_ENTRIES = 24;

/** Per entry. */
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

  /** -1: another key. */
  get keyIndex(): number {
    return this.#slots[this.#slot + 4] as number;
  }

  get lengthToValue(): number {
    return (this.#slots[this.#slot + 1] as number) - (this.#slots[this.#slot] as number);
  }

  get lengthWithValue(): number {
    return (this.#slots[this.#slot + 2] as number) - (this.#slots[this.#slot] as number);
  }

  /** Up to the next token; 0 if the entries differ. Backwards, because values differ in their last bytes. */
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
    const valueEnd = hasValue ? endOfValue(bytes, valueStart, end, MAX_NESTING) : valueStart;
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
