import * as characters from './characters.ts';
import { parseDigits } from './characters.ts';
import { DictKeys } from './dict-keys.ts';
import { ScannedReferences } from './scanned-references.ts';
import {
  endOfComment,
  endOfDigits,
  endOfHexDigits,
  endOfLiteral,
  endOfRegular,
  isEnd,
  isKeyword,
  isOddName,
  isUsualEndOfRef,
  MAX_GENERATION,
  MAX_NAME_LENGTH,
  skipSpace,
  USUAL_END_OF_REF,
} from './tokens.ts';

const {
  BRACKET_CLOSE,
  BRACKET_OPEN,
  CHARACTER_CLASS,
  DELIMITER,
  DIGIT,
  DOT,
  GREATER,
  HASH,
  LESS,
  LETTER_R,
  MINUS,
  PAREN_OPEN,
  PERCENT,
  PLUS,
  SLASH,
  WHITESPACE,
  ZERO,
} = characters;

/** The bytes end before the value does. */
export const CUT = -1;
/** The value is not written as ISO 32000-1 7.3 says: only the tolerant parser reads it. */
export const IRREGULAR = -2;

/** Deeper values are left to the parser and its limit. */
const MAX_LEVELS = 64;
const MAX_REF_NUMBER = 0xffff_ffff;

/** Readers split or round longer numbers differently, and larger ones overflow in some. */
const MAX_DIGITS = 10;
const MAX_FRACTION_DIGITS = 32;
const MAX_NUMBER = 0x7fff_ffff;

const ENDS = WHITESPACE | DELIMITER;
const ESCAPE = 8;
/** ISO 32000-1 7.2.2, and the escape character of names. */
const CLASSES = Uint8Array.from(CHARACTER_CLASS);
CLASSES[HASH] = ESCAPE;

const NO_KEYS = new DictKeys([]);

/**
 * The strict mode of reading: finds the end of a value and the references in it, and creates no objects. It accepts
 * regular syntax only, so that it agrees with the tolerant parser wherever it finds an end.
 */
export class StrictReader {
  /** The references of the last value. */
  readonly references = new ScannedReferences();
  /** The offset at which the last value ended, or at which it could not be read on. */
  position = 0;
  /**
   * The last value is regular, but not written to the letter: it has comments, or names or numbers that readers take
   * differently, as `72e2` and `/A#00`.
   */
  isOdd = false;
  /** The last value has a number with a decimal point. */
  hasReal = false;
  /** The end of a key whose value must be an integer; a subclass sets it. */
  protected integerKeyEnd = -1;
  readonly #keys: DictKeys;
  readonly #values: DictKeys;
  /** 1 if the enclosing level is a dictionary. */
  readonly #outer = new Uint8Array(MAX_LEVELS);

  /** Takes the keys and the other names that a subclass wants to note. */
  constructor(keys = NO_KEYS, values = NO_KEYS) {
    this.#keys = keys;
    this.#values = values;
  }

  protected noteKey(_index: number, _bytes: Uint8Array, _end: number, _limit: number, _depth: number): void {
    // Only subclasses search for names.
  }

  protected noteValue(_index: number): void {
    // Only subclasses search for names.
  }

  /**
   * Returns the offset after the value that begins at `from`, perhaps after white space; otherwise `CUT` or
   * `IRREGULAR`. This is the hot path of lists, rewrites and merges: one function keeps its state in local variables.
   */
  endOfValue(bytes: Uint8Array, from: number, end: number): number {
    const { references } = this;
    const keys = this.#keys;
    const values = this.#values;
    references.length = 0;
    this.isOdd = false;
    this.hasReal = false;
    this.integerKeyEnd = -1;
    let at = from;
    let depth = 0;
    let isInDict = false;
    let isKeyNext = false;
    while (at < end) {
      const byte = bytes[at] as number;
      const kind = CLASSES[byte] as number;
      if (kind === WHITESPACE) {
        at += 1;
        continue;
      }
      if (byte === SLASH) {
        const start = at + 1;
        let seen = 0;
        for (at = start; at < end; at += 1) {
          const next = CLASSES[bytes[at] as number] as number;
          if ((next & ENDS) !== 0) break;
          seen |= next;
        }
        const names = isKeyNext ? keys : values;
        if ((seen & ESCAPE) !== 0 || at - start > MAX_NAME_LENGTH) this.isOdd ||= isOddName(bytes, start, at);
        if ((seen & ESCAPE) !== 0 || names.mayHave(bytes, start, at)) {
          const found = names.find(bytes, start, at);
          if (found >= 0 && isKeyNext) this.noteKey(found, bytes, at, end, depth);
          else if (found >= 0) this.noteValue(found);
        }
        if (isKeyNext) {
          isKeyNext = false;
          continue;
        }
      } else if (kind === DIGIT) {
        if (isKeyNext) return this.#fail(at, IRREGULAR);
        let number = byte - ZERO;
        let to = at + 1;
        for (; to < end; to += 1) {
          const digit = (bytes[to] as number) - ZERO;
          if (digit < 0 || digit > 9) break;
          number = number * 10 + digit;
        }
        if (isUsualEndOfRef(bytes, to, end) && to - at <= MAX_DIGITS && number <= MAX_REF_NUMBER) {
          to += USUAL_END_OF_REF;
          references.add(number, 0, at, to);
        } else to = this.#endOfNumber(bytes, at, to, end, number);
        if (to < 0) return this.#fail(to === CUT ? end : at, to);
        at = to;
      } else if (byte === BRACKET_OPEN || (byte === LESS && bytes[at + 1] === LESS && at + 1 < end)) {
        if (isKeyNext || depth + 1 >= MAX_LEVELS) return this.#fail(at, IRREGULAR);
        this.#outer[depth] = isInDict ? 1 : 0;
        depth += 1;
        isInDict = byte === LESS;
        isKeyNext = isInDict;
        at += isInDict ? 2 : 1;
        continue;
      } else if (byte === GREATER || byte === BRACKET_CLOSE) {
        const isDict = byte === GREATER;
        // Every key must have a value.
        if (depth === 0 || isDict !== isInDict || isDict !== isKeyNext) return this.#fail(at, IRREGULAR);
        if (isDict && at + 1 >= end) return this.#fail(end, CUT);
        if (isDict && bytes[at + 1] !== GREATER) return this.#fail(at, IRREGULAR);
        at += isDict ? 2 : 1;
        depth -= 1;
        isInDict = this.#outer[depth] === 1;
      } else if (byte === PERCENT) {
        this.isOdd = true;
        at = endOfComment(bytes, at, end);
        continue;
      } else {
        const to = isKeyNext ? IRREGULAR : this.#endOfOther(bytes, at, end);
        if (to < 0) return this.#fail(to === CUT ? end : at, to);
        at = to;
      }
      if (depth === 0) {
        this.position = at;
        return at;
      }
      isKeyNext = isInDict;
    }
    return this.#fail(end, CUT);
  }

  #fail(at: number, reason: number): number {
    this.position = at;
    return reason;
  }

  /** Reads on after the digits of a real number, of an integer or of a reference that is written unusually. */
  #endOfNumber(bytes: Uint8Array, at: number, to: number, end: number, number: number): number {
    if (to < end && !isEnd(bytes[to])) return this.#endOfReal(bytes, at, end);
    const letter = findLetterR(bytes, to, end);
    if (letter === CUT) return CUT;
    if (to - at > MAX_DIGITS) this.isOdd = true;
    if (letter === IRREGULAR) {
      if (number > MAX_NUMBER) this.isOdd = true;
      return to;
    }
    if (bytes.subarray(to, letter).includes(PERCENT)) this.isOdd = true;
    const start = skipSpace(bytes, to, letter);
    const generationEnd = endOfDigits(bytes, start, letter);
    const generation = parseDigits(bytes, start, generationEnd);
    if (number > MAX_REF_NUMBER || generation > MAX_GENERATION) return IRREGULAR;
    if (generationEnd - start > MAX_GENERATION_DIGITS) this.isOdd = true;
    this.references.add(number, generation, at, letter + 1);
    return letter + 1;
  }

  #endOfReal(bytes: Uint8Array, start: number, end: number): number {
    let whole = 0;
    let value = 0;
    let fraction = -1;
    let at = start;
    for (; at < end; at += 1) {
      const byte = bytes[at] as number;
      if (CHARACTER_CLASS[byte] === DIGIT) {
        if (fraction >= 0) fraction += 1;
        else {
          whole += 1;
          value = value * 10 + byte - ZERO;
        }
      } else if (byte === DOT) {
        if (fraction >= 0) this.isOdd = true;
        fraction = Math.max(fraction, 0);
      } else if (byte === MINUS || byte === PLUS) {
        if (at > start) this.isOdd = true;
      } else if (isEnd(byte)) break;
      else return IRREGULAR;
    }
    if (fraction >= 0) this.#noteReal(bytes, start, end);
    const highest = fraction > 0 ? value + 1 : value;
    if (whole > MAX_DIGITS || fraction > MAX_FRACTION_DIGITS || highest > MAX_NUMBER) this.isOdd = true;
    if (whole === 0 && fraction <= 0) this.isOdd = true;
    return at;
  }

  #noteReal(bytes: Uint8Array, at: number, end: number): void {
    this.hasReal = true;
    if (this.integerKeyEnd >= 0 && skipSpace(bytes, this.integerKeyEnd, end) === at) this.isOdd = true;
  }

  /** Reads a string, a signed number or a word. */
  #endOfOther(bytes: Uint8Array, at: number, end: number): number {
    const byte = bytes[at];
    if (byte === MINUS || byte === DOT || byte === PLUS) return this.#endOfReal(bytes, at, end);
    if (byte === PAREN_OPEN) {
      const close = endOfLiteral(bytes, at + 1, end);
      return close < end ? close + 1 : CUT;
    }
    if (byte === LESS) {
      const close = endOfHexDigits(bytes, at + 1, end);
      if (close >= end) return CUT;
      return bytes[close] === GREATER ? close + 1 : IRREGULAR;
    }
    const to = endOfRegular(bytes, at, end);
    if (isKeyword(bytes, at, to)) return to;
    return to < end ? IRREGULAR : CUT;
  }
}

const MAX_GENERATION_DIGITS = 5;

/** Returns `IRREGULAR` unless a generation and an R follow, and `CUT` if the bytes end before that is known. */
function findLetterR(bytes: Uint8Array, from: number, end: number): number {
  const start = skipSpace(bytes, from, end);
  if (start === from) return IRREGULAR;
  const digitsEnd = endOfDigits(bytes, start, end);
  if (digitsEnd === start) return IRREGULAR;
  if (digitsEnd >= end) return CUT;
  if (!isEnd(bytes[digitsEnd])) return IRREGULAR;
  const letter = skipSpace(bytes, digitsEnd, end);
  if (letter >= end) return CUT;
  if (bytes[letter] !== LETTER_R) return IRREGULAR;
  return letter + 1 >= end || isEnd(bytes[letter + 1]) ? letter : IRREGULAR;
}

const READER = new StrictReader();

/** Returns the offset after a value, `CUT` or `IRREGULAR`, for callers that need no more. */
export function endOfValue(bytes: Uint8Array, from: number, end: number): number {
  return READER.endOfValue(bytes, from, end);
}
