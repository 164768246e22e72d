import * as characters from '../read/characters.ts';
import type { ScannedReferences } from '../read/scanned-references.ts';

const { CHARACTER_CLASS, DIGIT, HASH, PERCENT, ZERO } = characters;

/** Longer values rarely recur. */
const MAX_SHAPE_BYTES = 2048;
const MAX_INTEGER = 0xffff_ffff;

const ANY = 0;
const OBJECT_NUMBER = 1;
const GENERATION = 2;
const LENGTH = 3;

export interface ScannedValue extends ShapeFindings {
  lengthAt: number;
  streamLength: number;
  readonly references: ScannedReferences;
}

interface ShapeFindings {
  bodyEnd: number;
  position: number;
  hasByteRange: boolean;
  hasName: boolean;
  hasFile: boolean;
  isComparable: boolean;
}

/**
 * A value's bytes with any digits in place of its digits: comparing is far faster than reading tokens. Digits
 * after the `#` of a name are not variable.
 */
export class ValueShape {
  next: ValueShape | undefined;
  readonly #findings: Readonly<ShapeFindings>;
  readonly #text: DataView;
  readonly #reachesEnd: boolean;
  readonly #numbers: readonly DigitsInText[];

  private constructor(
    text: Uint8Array,
    findings: ShapeFindings,
    reachesEnd: boolean,
    numbers: DigitsInText[],
  ) {
    this.#text = new DataView(text.buffer, text.byteOffset, text.length);
    this.#findings = findings;
    this.#reachesEnd = reachesEnd;
    this.#numbers = numbers;
  }

  /** Returns undefined if the shape cannot be reused. */
  static of(bytes: Uint8Array, start: number, end: number, scanned: ScannedValue): ValueShape | undefined {
    const textEnd = Math.min(end, scanned.position + MAX_WORD_LENGTH);
    if (textEnd - start > MAX_SHAPE_BYTES) return undefined;
    const text = Uint8Array.from(bytes.subarray(start, textEnd));
    // Digits in comments are not part of a reference.
    const isPlain = !text.includes(HASH) && !text.includes(PERCENT);
    const numbers = isPlain ? listNumbers(text, start, scanned) : undefined;
    if (numbers === undefined) return undefined;
    const { bodyEnd, position, hasByteRange, hasName, hasFile, isComparable } = scanned;
    const findings = {
      bodyEnd: bodyEnd - start,
      position: position - start,
      hasByteRange,
      hasName,
      hasFile,
      isComparable,
    };
    return new ValueShape(text, findings, position >= end, numbers);
  }

  /** `view` covers the memory of `bytes`. */
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
    this.#copyFindings(into, at - text.byteLength, streamLength);
    return true;
  }

  #copyFindings(into: ScannedValue, shift: number, streamLength: number): void {
    const findings = this.#findings;
    into.bodyEnd = findings.bodyEnd + shift;
    into.position = findings.position + shift;
    into.streamLength = streamLength;
    into.hasByteRange = findings.hasByteRange;
    into.hasName = findings.hasName;
    into.hasFile = findings.hasFile;
    into.isComparable = findings.isComparable;
  }
}

const MAX_WORD_LENGTH = 6;

interface DigitsInText {
  readonly start: number;
  readonly end: number;
  readonly role: typeof ANY | typeof OBJECT_NUMBER | typeof GENERATION | typeof LENGTH;
  /** The length from the end of a generation to after the R. */
  readonly toLetterEnd: number;
}

/** Returns undefined if digits follow the value, whose end would be ambiguous. */
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

function isSame(a: DataView, fromA: number, b: DataView, fromB: number, length: number): boolean {
  let i = 0;
  for (; i + 8 <= length; i += 8) {
    if (a.getInt32(fromA + i, true) !== b.getInt32(fromB + i, true)) return false;
    if (a.getInt32(fromA + i + 4, true) !== b.getInt32(fromB + i + 4, true)) return false;
  }
  for (; i < length; i += 1) if (a.getUint8(fromA + i) !== b.getUint8(fromB + i)) return false;
  return true;
}

/** A program writes some dozen kinds of values. */
const SLOTS = 64;
/** The first bytes choose the slot. */
const BEGINNING = 16;
const FACTOR = 0x9e3779b1;
/** After so many in a row, `REST` values are skipped. */
const MAX_MISSES = 32;
const REST = 512;
/** Linked shapes would be kept forever. */
const MAX_LEARNED_SHAPES = 256;

/** The successor of a shape is tried first. */
export class ShapeMemory {
  readonly #slots: (ValueShape | undefined)[] = new Array<ValueShape | undefined>(SLOTS).fill(undefined);
  #last: ValueShape | undefined;
  #view: DataView = new DataView(new ArrayBuffer(0));
  #misses = 0;
  #resting = 0;
  #learned = 0;

  find(bytes: Uint8Array, start: number, end: number, into: ScannedValue): boolean {
    if (this.#resting > 0) {
      this.#resting -= 1;
      return false;
    }
    const view = this.#viewOf(bytes);
    const expected = this.#last?.next;
    if (expected?.matches(bytes, view, start, end, into)) return this.#hit(expected);
    into.references.length = 0;
    const other = this.#slots[this.#slotOf(bytes, start, end)];
    if (other !== undefined && other !== expected && other.matches(bytes, view, start, end, into))
      return this.#hit(other);
    into.references.length = 0;
    return false;
  }

  learn(bytes: Uint8Array, start: number, end: number, scanned: ScannedValue): void {
    if (this.#resting > 0) return;
    this.#misses += 1;
    if (this.#misses > MAX_MISSES) {
      this.#misses = 0;
      this.#resting = REST;
    }
    const shape = ValueShape.of(bytes, start, end, scanned);
    if (shape === undefined) return;
    this.#learned += 1;
    if (this.#learned > MAX_LEARNED_SHAPES) this.#forget();
    this.#slots[this.#slotOf(bytes, start, end)] = shape;
    this.#follow(shape);
  }

  #hit(shape: ValueShape): true {
    this.#misses = 0;
    this.#follow(shape);
    return true;
  }

  #follow(shape: ValueShape): void {
    if (this.#last !== undefined) this.#last.next = shape;
    this.#last = shape;
  }

  #forget(): void {
    this.#slots.fill(undefined);
    this.#last = undefined;
    this.#learned = 0;
  }

  #slotOf(bytes: Uint8Array, start: number, end: number): number {
    if (start + BEGINNING > end) return 0;
    const at = bytes.byteOffset + start;
    const view = this.#viewOf(bytes);
    let hash = 0;
    for (let i = 0; i < BEGINNING; i += 4) hash = Math.imul(hash ^ view.getInt32(at + i, true), FACTOR);
    return hash >>> 26;
  }

  #viewOf(bytes: Uint8Array): DataView {
    if (this.#view.buffer !== bytes.buffer) this.#view = new DataView(bytes.buffer);
    return this.#view;
  }
}
