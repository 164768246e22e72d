import * as characters from '../read/characters.ts';
import type { FoundReferences } from './found-references.ts';

// Constants of this module too: characters.ts says why.
const { CHARACTER_CLASS, DIGIT, HASH, PERCENT, ZERO } = characters;

/** Longer values seldom come again. */
const MAX_SHAPE_BYTES = 2048;
/** Largest number of an object, as for the scan. */
const MAX_INTEGER = 0xffff_ffff;

/** What digits that stand in a row are. */
const ANY = 0;
const OBJECT_NUMBER = 1;
const GENERATION = 2;
const LENGTH = 3;

/** What a scan has found out about a value. Its positions count in the bytes that were scanned. */
export interface ScannedValue extends ToldByShape {
  /** Of the digits of a direct /Length; -1 when there is none. */
  lengthAt: number;
  streamLength: number;
  readonly references: FoundReferences;
}

/** What a shape tells but for how far digits move it; its own positions count from the beginning of the value. */
interface ToldByShape {
  bodyEnd: number;
  position: number;
  hasByteRange: boolean;
  hasName: boolean;
  isComparable: boolean;
}

/**
 * How a value is spelled but for its digits. Programs write thousands of objects that differ in nothing else: to compare
 * one with the last of its kind, eight bytes at a time, takes a fraction of the time of reading its tokens. Digits may
 * stand for other digits wherever they are without the value meaning anything else, except behind the `#` of a name.
 */
export class ValueShape {
  /** The shape that came next the last time. */
  next: ValueShape | undefined;
  readonly #told: Readonly<ToldByShape>;
  /** From the beginning of the value to behind the word after it, or to the end of the bytes. */
  readonly #text: DataView;
  readonly #reachesEnd: boolean;
  readonly #numbers: readonly DigitsInText[];

  private constructor(text: Uint8Array, told: ToldByShape, reachesEnd: boolean, numbers: DigitsInText[]) {
    this.#text = new DataView(text.buffer, text.byteOffset, text.length);
    this.#told = told;
    this.#reachesEnd = reachesEnd;
    this.#numbers = numbers;
  }

  /** The shape of a value that was scanned from `start` up to before `end`; undefined for one that is not worth it. */
  static of(bytes: Uint8Array, start: number, end: number, scanned: ScannedValue): ValueShape | undefined {
    const textEnd = Math.min(end, scanned.position + MAX_WORD_LENGTH);
    if (textEnd - start > MAX_SHAPE_BYTES) return undefined;
    const text = Uint8Array.from(bytes.subarray(start, textEnd));
    // In a comment digits are no part of a reference.
    const isPlain = !text.includes(HASH) && !text.includes(PERCENT);
    const numbers = isPlain ? listNumbers(text, start, scanned) : undefined;
    if (numbers === undefined) return undefined;
    const { bodyEnd, position, hasByteRange, hasName, isComparable } = scanned;
    const told = {
      bodyEnd: bodyEnd - start,
      position: position - start,
      hasByteRange,
      hasName,
      isComparable,
    };
    return new ValueShape(text, told, position >= end, numbers);
  }

  /** Whether a value has this shape; then `into` tells what a scan would. `view` is one of the memory of `bytes`. */
  matches(bytes: Uint8Array, view: DataView, start: number, end: number, into: ScannedValue): boolean {
    const text = this.#text;
    const numbers = this.#numbers;
    const base = bytes.byteOffset;
    let at = start;
    let from = 0;
    let objectNumber = 0;
    let objectNumberAt = 0;
    let streamLength = -1;
    for (let i = 0; i < numbers.length; i += 1) {
      const number = numbers[i] as DigitsInText;
      const length = number.start - from;
      if (at + length >= end || !isSame(view, base + at, text, from, length)) return false;
      at += length;
      const first = at;
      let value = 0;
      for (; at < end; at += 1) {
        const digit = (bytes[at] as number) - ZERO;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      if (at === first) return false;
      from = number.end;
      if (number.role === ANY) continue;
      if (number.role === LENGTH) streamLength = value;
      else if (value > MAX_INTEGER) return false;
      else if (number.role === GENERATION)
        into.references.add(objectNumber, value, objectNumberAt, at + number.toLetterEnd);
      else {
        objectNumber = value;
        objectNumberAt = first;
      }
    }
    const length = text.byteLength - from;
    if (at + length > end || !isSame(view, base + at, text, from, length)) return false;
    at += length;
    if (this.#reachesEnd && at !== end) return false;
    this.#tell(into, at - text.byteLength, streamLength);
    return true;
  }

  #tell(into: ScannedValue, shift: number, streamLength: number): void {
    const told = this.#told;
    into.bodyEnd = told.bodyEnd + shift;
    into.position = told.position + shift;
    into.streamLength = streamLength;
    into.hasByteRange = told.hasByteRange;
    into.hasName = told.hasName;
    into.isComparable = told.isComparable;
  }
}

/** Length of `endobj` and `stream`. */
const MAX_WORD_LENGTH = 6;

/** Digits in a row in the text of a shape. */
interface DigitsInText {
  readonly start: number;
  readonly end: number;
  readonly role: typeof ANY | typeof OBJECT_NUMBER | typeof GENERATION | typeof LENGTH;
  /** From the end of a generation to behind the letter of its reference. */
  readonly toLetterEnd: number;
}

/** Undefined when some stand behind the value: then its end could not be told from the text's. */
function listNumbers(text: Uint8Array, start: number, scanned: ScannedValue): DigitsInText[] | undefined {
  const { references, lengthAt } = scanned;
  const numbers: DigitsInText[] = [];
  let reference = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (CHARACTER_CLASS[text[at] as number] !== DIGIT) continue;
    const first = at;
    while (at < text.length && CHARACTER_CLASS[text[at] as number] === DIGIT) at += 1;
    const isInReference = reference < references.length && first + start >= references.start(reference);
    const isObjectNumber = isInReference && first + start === references.start(reference);
    const letterEnd = isInReference ? references.end(reference) - start : at;
    const role = isObjectNumber
      ? OBJECT_NUMBER
      : isInReference
        ? GENERATION
        : first + start === lengthAt
          ? LENGTH
          : ANY;
    if (role === GENERATION) reference += 1;
    numbers.push({ start: first, end: at, role, toLetterEnd: letterEnd - at });
  }
  const last = numbers.at(-1);
  return last !== undefined && last.end + start > scanned.bodyEnd ? undefined : numbers;
}

/** Whether `length` bytes are the same: most of them are compared eight at a time. */
function isSame(a: DataView, fromA: number, b: DataView, fromB: number, length: number): boolean {
  let i = 0;
  for (; i + 8 <= length; i += 8) {
    if (a.getInt32(fromA + i, true) !== b.getInt32(fromB + i, true)) return false;
    if (a.getInt32(fromA + i + 4, true) !== b.getInt32(fromB + i + 4, true)) return false;
  }
  for (; i < length; i += 1) if (a.getUint8(fromA + i) !== b.getUint8(fromB + i)) return false;
  return true;
}
