import * as characters from '../read/characters.ts';
import { latin1, parseNumber } from '../read/characters.ts';
import { endOfComment, endOfRegular } from '../read/tokens.ts';
import { type ContentDict, ContentDictReader } from './content-dict.ts';
import { TEXT_LIMITS } from './limits.ts';

const {
  BACKSLASH,
  CHARACTER_CLASS,
  CR,
  DELIMITER,
  DIGIT,
  DOT,
  GREATER,
  LESS,
  LF,
  MINUS,
  PAREN_CLOSE,
  PAREN_OPEN,
  PERCENT,
  PLUS,
  SLASH,
  WHITESPACE,
  ZERO,
} = characters;

/** Kinds of operands. Arrays are flattened: only TJ, d and SCN take one, and no operator takes two. */
export const NUMBER = 1;
export const STRING = 2;
const NAME = 3;
const DICT = 4;

const END_OF_CONTENT = 0;

/** Returns an operator's letters as bytes of a number, the first lowest. */
export function operatorCode(word: string): number {
  return word.charCodeAt(0) | ((word.charCodeAt(1) || 0) << 8) | ((word.charCodeAt(2) || 0) << 16);
}

const POWERS_OF_TEN = Float64Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
const MAX_DIGITS = 15;
const ESCAPES = Uint8Array.from({ length: 256 }, (_, code) => code);
for (const [letter, code] of [
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['b', 8],
  ['f', 12],
] as const)
  ESCAPES[letter.charCodeAt(0)] = code;

const HEX = new Int8Array(256).fill(-1);
for (let value = 0; value < 16; value += 1) {
  HEX[value.toString(16).charCodeAt(0)] = value;
  HEX[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

/**
 * Reads operators with their operands. Operands stay in columns that the next operator overwrites, since a page
 * has some ten thousand of them.
 */
export class ContentTokens {
  readonly bytes: Uint8Array;
  readonly end: number;
  position = 0;
  /** Number of operands of the operator that was read last. */
  count = 0;
  kinds = new Uint8Array(64);
  /** The number, or the first byte of a string in `text`, or the place of a name or dictionary in `values`. */
  numbers = new Float64Array(64);
  /** The byte after a string in `text`. */
  ends = new Uint32Array(64);
  text = new Uint8Array(1024);
  readonly values: (string | ContentDict)[] = [];
  #textLength = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.end = bytes.length;
  }

  /** Returns the code of the next operator, 0 at the end. */
  next(): number {
    this.count = 0;
    this.#textLength = 0;
    if (this.values.length > 0) this.values.length = 0;
    const { bytes, end } = this;
    while (this.position < end) {
      const byte = bytes[this.position] as number;
      const kind = CHARACTER_CLASS[byte];
      if (kind === WHITESPACE) this.position += 1;
      else if (kind === DIGIT || byte === MINUS || byte === DOT || byte === PLUS) this.#readNumber();
      else if (kind === DELIMITER) this.#readDelimited(byte);
      else {
        const operator = this.#readWord();
        if (operator !== END_OF_CONTENT) return operator;
      }
    }
    return END_OF_CONTENT;
  }

  /** Returns the number at an operand's place, 0 if there is none. */
  number(index: number): number {
    return index < this.count && this.kinds[index] === NUMBER ? (this.numbers[index] as number) : 0;
  }

  /** Returns the name (with its slash) or dictionary at an operand's place. */
  value(index: number): string | ContentDict | undefined {
    const kind = this.kinds[index];
    if (index >= this.count || index < 0 || (kind !== NAME && kind !== DICT)) return undefined;
    return this.values[this.numbers[index] as number];
  }

  /** Reads the entries of an inline image up to ID. */
  readImageEntries(): ContentDict {
    return this.#readEntries(true);
  }

  #readEntries(isImage: boolean): ContentDict {
    const reader = new ContentDictReader(this.bytes, this.position);
    const entries = reader.readEntries(isImage);
    this.position = reader.position;
    return entries;
  }

  #push(kind: number, number: number, end = 0): void {
    const { count } = this;
    if (count >= TEXT_LIMITS.operands) return;
    if (count >= this.kinds.length) this.#growOperands();
    this.kinds[count] = kind;
    this.numbers[count] = number;
    this.ends[count] = end;
    this.count = count + 1;
  }

  #growOperands(): void {
    const size = this.kinds.length * 4;
    const { kinds, numbers, ends } = this;
    this.kinds = new Uint8Array(size);
    this.kinds.set(kinds);
    this.numbers = new Float64Array(size);
    this.numbers.set(numbers);
    this.ends = new Uint32Array(size);
    this.ends.set(ends);
  }

  #readNumber(): void {
    const { bytes, end } = this;
    const start = this.position;
    const sign = bytes[start] as number;
    let at = sign === MINUS || sign === PLUS ? start + 1 : start;
    let value = 0;
    let digits = 0;
    let decimals = -1;
    for (; at < end; at += 1) {
      const byte = bytes[at] as number;
      if (CHARACTER_CLASS[byte] === DIGIT) {
        value = value * 10 + byte - ZERO;
        digits += 1;
        if (decimals >= 0) decimals += 1;
      } else if (byte === DOT && decimals < 0) decimals = 0;
      else break;
    }
    const kind = at < end ? CHARACTER_CLASS[bytes[at] as number] : WHITESPACE;
    if ((kind !== WHITESPACE && kind !== DELIMITER) || digits > MAX_DIGITS || digits === 0)
      value = this.#readOddNumber(start);
    else {
      this.position = at;
      if (decimals > 0) value /= POWERS_OF_TEN[decimals] as number;
      if (sign === MINUS) value = -value;
    }
    this.#push(NUMBER, value);
  }

  /** `1.5Td` is a number and an operator, `5-3` is one number. */
  #readOddNumber(start: number): number {
    let at = start + 1;
    while (at < this.end && isNumeric(this.bytes[at] as number)) at += 1;
    this.position = at;
    const value = parseNumber(this.bytes, start, at);
    return Number.isFinite(value) ? value : 0;
  }

  #readDelimited(byte: number): void {
    if (byte === SLASH) this.#pushValue(NAME, this.#readName());
    else if (byte === PAREN_OPEN) this.#readLiteral();
    else if (byte === LESS && this.bytes[this.position + 1] !== LESS) this.#readHex();
    else if (byte === LESS) {
      this.position += 2;
      this.#pushValue(DICT, this.#readEntries(false));
    } else if (byte === PERCENT) this.position = endOfComment(this.bytes, this.position, this.end);
    // Brackets of arrays say nothing, others are mistakes.
    else this.position += 1;
  }

  #pushValue(kind: number, value: string | ContentDict): void {
    this.#push(kind, this.values.length);
    this.values.push(value);
  }

  #readName(): string {
    const start = this.position;
    this.position = endOfRegular(this.bytes, start + 1, this.end);
    return latin1(this.bytes, start, this.position);
  }

  /** Words of more than three letters are no operators, but `true`, `false` and `null` are operands. */
  #readWord(): number {
    const { bytes } = this;
    const start = this.position;
    const at = endOfRegular(this.bytes, start, this.end);
    this.position = at;
    const length = at - start;
    if (length > 3) return END_OF_CONTENT;
    return (
      (bytes[start] as number) |
      (length > 1 ? (bytes[start + 1] as number) << 8 : 0) |
      (length > 2 ? (bytes[start + 2] as number) << 16 : 0)
    );
  }

  #reserveText(length: number): void {
    if (this.#textLength + length <= this.text.length) return;
    const grown = new Uint8Array(Math.max(this.text.length * 2, this.#textLength + length));
    grown.set(this.text.subarray(0, this.#textLength));
    this.text = grown;
  }

  #readLiteral(): void {
    const from = this.#textLength;
    this.position = this.#copyLiteral(this.position + 1);
    if (this.#textLength <= TEXT_LIMITS.stringBytes) this.#push(STRING, from, this.#textLength);
    else this.#textLength = from;
  }

  #copyLiteral(start: number): number {
    const { bytes, end } = this;
    let level = 1;
    let at = start;
    while (at < end) {
      const byte = bytes[at] as number;
      if (byte === PAREN_CLOSE && --level === 0) return at + 1;
      if (byte === PAREN_OPEN) level += 1;
      if (this.#textLength >= this.text.length) this.#reserveText(1);
      if (byte === BACKSLASH) at = this.#copyEscape(at + 1);
      else {
        this.text[this.#textLength++] = byte;
        at += 1;
      }
    }
    return at;
  }

  /** The characters that may follow the backslash (ISO 32000-1 table 3). */
  #copyEscape(at: number): number {
    const byte = this.bytes[at] ?? 0;
    if (byte === LF) return at + 1;
    if (byte === CR) return this.bytes[at + 1] === LF ? at + 2 : at + 1;
    if (byte < ZERO || byte > ZERO + 7) {
      this.text[this.#textLength++] = ESCAPES[byte] as number;
      return at + 1;
    }
    let value = 0;
    let next = at;
    for (; next < at + 3; next += 1) {
      const digit = (this.bytes[next] ?? 0) - ZERO;
      if (digit < 0 || digit > 7) break;
      value = value * 8 + digit;
    }
    this.text[this.#textLength++] = value & 0xff;
    return next;
  }

  #readHex(): void {
    const { bytes, end } = this;
    const from = this.#textLength;
    let high = -1;
    let at = this.position + 1;
    for (; at < end && bytes[at] !== GREATER; at += 1) {
      const digit = HEX[bytes[at] as number] as number;
      if (digit < 0) continue;
      if (high < 0) high = digit;
      else {
        if (this.#textLength >= this.text.length) this.#reserveText(1);
        this.text[this.#textLength++] = high * 16 + digit;
        high = -1;
      }
    }
    if (high >= 0) {
      this.#reserveText(1);
      this.text[this.#textLength++] = high * 16;
    }
    this.position = at + 1;
    if (this.#textLength <= TEXT_LIMITS.stringBytes) this.#push(STRING, from, this.#textLength);
    else this.#textLength = from;
  }
}

function isNumeric(byte: number): boolean {
  return CHARACTER_CLASS[byte] === DIGIT || byte === MINUS || byte === PLUS || byte === DOT;
}
