import * as characters from '../read/characters.ts';
import { parseDigits } from '../read/characters.ts';
import { DictKeys } from '../read/dict-keys.ts';
import { endOfDigits, isUsualEndOfRef, skipSpace, USUAL_END_OF_REF } from '../read/token-reader.ts';
import * as copyableTokenEnds from './copyable-token-ends.ts';
import { endOfOther, endOfReal, findLetterR, isEnd } from './copyable-token-ends.ts';
import { ScannedReferences } from './scanned-references.ts';
import { type ScannedValue, ShapeMemory } from './value-shape.ts';

const {
  BRACKET_CLOSE,
  BRACKET_OPEN,
  CHARACTER_CLASS,
  DELIMITER,
  DIGIT,
  GREATER,
  HASH,
  LESS,
  PERCENT,
  SLASH,
  WHITESPACE,
  ZERO,
} = characters;
const { CUT, FAILED } = copyableTokenEnds;

/** Deeper values are left to the parser and its limit. */
const MAX_LEVELS = 64;
const MAX_INTEGER = 0xffff_ffff;

const ENDS = WHITESPACE | DELIMITER;
const ESCAPE = 8;
/** ISO 32000-1 7.2.2, and the escape character of names. */
const CLASSES = Uint8Array.from(CHARACTER_CLASS);
CLASSES[HASH] = ESCAPE;

/** For the scanner itself. */
const OWN_KEYS = ['Length', 'ByteRange'];
const LENGTH = 0;
const BYTE_RANGE = 1;

export interface SearchedNames {
  readonly keys: DictKeys;
  readonly values: DictKeys;
  readonly comparable?: DictKeys;
}

/**
 * Creates no objects, and decides whether the bytes can be copied verbatim. Unusual syntax is left to the
 * parser.
 */
export class ReferenceScanner implements ScannedValue {
  bodyEnd = 0;
  /** Of the word after the value, or of the failure. */
  position = 0;
  /** Direct; -1 otherwise. */
  streamLength = -1;
  lengthAt = -1;
  /** Signatures must not be packed. */
  hasByteRange = false;
  hasName = false;
  isComparable = false;
  readonly references = new ScannedReferences();
  readonly #keys: DictKeys;
  readonly #searchedKeyCount: number;
  readonly #searchedOwnKeys: readonly boolean[];
  readonly #values: DictKeys;
  readonly #searchedValueCount: number;
  /** Whether the enclosing level is a dictionary. */
  readonly #outer = new Uint8Array(MAX_LEVELS);
  readonly #shapes: ShapeMemory | undefined;
  #end = 0;

  constructor(names?: SearchedNames) {
    const keys = names?.keys.names ?? [];
    const others = keys.filter((name) => !OWN_KEYS.includes(name));
    this.#keys = new DictKeys([...others, ...OWN_KEYS]);
    this.#searchedKeyCount = others.length;
    this.#searchedOwnKeys = OWN_KEYS.map((name) => keys.includes(name));
    const values = names?.values.names ?? [];
    this.#values = new DictKeys([...values, ...(names?.comparable?.names ?? [])]);
    this.#searchedValueCount = values.length;
    // Shapes ignore digits.
    const hasDigits = [...this.#keys.names, ...this.#values.names].some((name) => /\d/.test(name));
    this.#shapes = hasDigits ? undefined : new ShapeMemory();
  }

  /**
   * To the first word on the outermost level (`endobj`, `stream`). False if the object cannot be copied
   * verbatim; some references may have been recorded.
   */
  scan(bytes: Uint8Array, start: number, end: number): boolean {
    this.references.length = 0;
    if (this.#shapes?.find(bytes, start, end, this)) return true;
    const isCopyable = this.#scanWhole(bytes, start, end);
    if (isCopyable) this.#shapes?.learn(bytes, start, end, this);
    return isCopyable;
  }

  #scanWhole(bytes: Uint8Array, start: number, end: number): boolean {
    this.streamLength = -1;
    this.lengthAt = -1;
    this.hasByteRange = false;
    this.hasName = false;
    this.isComparable = false;
    this.bodyEnd = start;
    this.position = start;
    this.#end = end;
    return this.#scanTokens(bytes, end);
  }

  /** The hot path of rewrites and merges: one function keeps its state in local variables. */
  #scanTokens(bytes: Uint8Array, end: number): boolean {
    const { references } = this;
    let at = this.position;
    let depth = 0;
    let values = 0;
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
        const names = isKeyNext ? this.#keys : this.#values;
        if ((seen & ESCAPE) !== 0 || names.mayHave(bytes, start, at))
          this.#noteName(bytes, start, at, isKeyNext, depth);
        if (isKeyNext) {
          isKeyNext = false;
          continue;
        }
      } else if (kind === DIGIT) {
        let number = byte - ZERO;
        let to = at + 1;
        for (; to < end; to += 1) {
          const digit = (bytes[to] as number) - ZERO;
          if (digit < 0 || digit > 9) break;
          number = number * 10 + digit;
        }
        if (isKeyNext) return this.#failAt(at);
        if (isUsualEndOfRef(bytes, to, end) && number <= MAX_INTEGER) {
          to += USUAL_END_OF_REF;
          references.add(number, 0, at, to);
        } else to = this.#scanNumber(bytes, at, to, end, number);
        if (to < 0) return this.#failAt(at);
        at = to;
      } else if (byte === PERCENT) {
        at = skipSpace(bytes, at, end);
        continue;
      } else if (byte === BRACKET_OPEN || (byte === LESS && bytes[at + 1] === LESS)) {
        if (isKeyNext || depth + 1 >= MAX_LEVELS) return this.#failAt(at);
        this.#outer[depth] = isInDict ? 1 : 0;
        depth += 1;
        isInDict = byte === LESS;
        isKeyNext = isInDict;
        at += isInDict ? 2 : 1;
        continue;
      } else if (byte === GREATER || byte === BRACKET_CLOSE) {
        const isDict = byte === GREATER;
        // Every key must have a value.
        if (depth === 0 || isDict !== isInDict || isDict !== isKeyNext) return this.#failAt(at);
        if (isDict && (at + 1 >= end || bytes[at + 1] !== GREATER)) return this.#failAt(at);
        at += isDict ? 2 : 1;
        depth -= 1;
        isInDict = this.#outer[depth] === 1;
      } else {
        const to = isKeyNext ? FAILED : endOfOther(bytes, at, end);
        if (to < 0) {
          this.#failAt(to === CUT ? end : at);
          // The caller checks which word.
          return depth === 0 && values === 1 && (kind & ~ESCAPE) === 0;
        }
        at = to;
      }
      isKeyNext = isInDict;
      if (depth > 0) continue;
      values += 1;
      this.bodyEnd = at;
    }
    this.position = end;
    return depth === 0 && values === 1;
  }

  #failAt(at: number): false {
    this.position = at;
    return false;
  }

  #noteName(bytes: Uint8Array, start: number, end: number, isKey: boolean, depth: number): void {
    const found = (isKey ? this.#keys : this.#values).find(bytes, start, end);
    if (found < 0) return;
    if (isKey) this.#noteKey(found, bytes, end, depth);
    else if (found < this.#searchedValueCount) this.hasName = true;
    else this.isComparable = true;
  }

  #noteKey(found: number, bytes: Uint8Array, end: number, depth: number): void {
    if (found < this.#searchedKeyCount || this.#searchedOwnKeys[found - this.#searchedKeyCount])
      this.hasName = true;
    if (found === this.#searchedKeyCount + BYTE_RANGE) this.hasByteRange = true;
    if (found === this.#searchedKeyCount + LENGTH && depth === 1) this.#readLength(bytes, end, this.#end);
  }

  #readLength(bytes: Uint8Array, from: number, end: number): void {
    const start = skipSpace(bytes, from, end);
    const to = endOfDigits(bytes, start, end);
    const isNumber = to > start && (to === end || isEnd(bytes[to])) && findLetterR(bytes, to, end) < 0;
    this.lengthAt = isNumber ? start : -1;
    this.streamLength = isNumber ? parseDigits(bytes, start, to) : -1;
  }

  /** Negative for anything else. */
  #scanNumber(bytes: Uint8Array, at: number, to: number, end: number, number: number): number {
    if (to < end && !isEnd(bytes[to])) return endOfReal(bytes, to, end);
    const letter = findLetterR(bytes, to, end);
    if (letter < 0) return to;
    const start = skipSpace(bytes, to, letter);
    const generation = parseDigits(bytes, start, endOfDigits(bytes, start, letter));
    if (number > MAX_INTEGER || generation > MAX_INTEGER) return FAILED;
    this.references.add(number, generation, at, letter + 1);
    return letter + 1;
  }
}
