import * as characters from '../read/characters.ts';
import { DictKeys } from '../read/dict-keys.ts';
import { parseDigits } from '../read/number-syntax.ts';
import { endOfDigits, isUsualEndOfRef, skipSpace, USUAL_END_OF_REF } from '../read/token-ends.ts';
import { FoundReferences } from './found-references.ts';
import * as plainTokens from './plain-tokens.ts';
import { endOfOther, endOfReal, findLetterR, isEnd } from './plain-tokens.ts';
import { ShapeMemory } from './shape-memory.ts';
import type { ScannedValue } from './value-shape.ts';

// Constants of this module too: characters.ts says why.
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
const { CUT, FAILED } = plainTokens;

/** Levels of arrays and dictionaries; deeper bodies are left to the parser and its limit. */
const MAX_LEVELS = 64;
/** Largest integer that counts as part of a reference: a limit far above every object number. */
const MAX_INTEGER = 0xffff_ffff;

/** Classes of bytes that end a name, number or word. */
const ENDS = WHITESPACE | DELIMITER;
const ESCAPE = 8;
/** The classes of ISO 32000-1 7.2.2, and what escapes a character in a name. */
const CLASSES = Uint8Array.from(CHARACTER_CLASS);
CLASSES[HASH] = ESCAPE;

/** Keys that the scan itself wants to know, by their positions. */
const OWN_KEYS = ['Length', 'ByteRange'];
const LENGTH = 0;
const BYTE_RANGE = 1;

/** Names to look for, as the scan of a value tells. */
export interface SoughtNames {
  /** Where they are keys of a dictionary, on any level. */
  readonly keys: DictKeys;
  /** Where they are values, or stand in arrays. */
  readonly values: DictKeys;
  /** The same for a name that tells of a stream that it may equal others. */
  readonly comparable?: DictKeys;
}

/**
 * Reads the references of an object's bytes without making objects, and judges whether the bytes are so plainly right
 * that they may be copied as they are. Whatever is unusual (a bracket too few, an unknown word, a key that is no name)
 * is refused: such an object is parsed and written anew.
 */
export class ReferenceScanner implements ScannedValue {
  /** Behind the last token of the body. */
  bodyEnd = 0;
  /** At the word that ended the body, where scanning failed, or at the end of the bytes. */
  position = 0;
  /** Direct value of /Length; -1 when there is none or it is a reference. */
  streamLength = -1;
  /** Where that is spelled; -1 when it is not. */
  lengthAt = -1;
  /** True when a /ByteRange was met: a signature's bytes have to lie in the file as they are. */
  hasByteRange = false;
  /** True when one of the names looked for was met. */
  hasName = false;
  /** True when a value was met that makes streams comparable. */
  isComparable = false;
  /** Of the value that was scanned, up to where that failed. */
  readonly references = new FoundReferences();
  /** Keys that are looked for, and the scan's own behind them. */
  readonly #keys: DictKeys;
  readonly #soughtKeys: number;
  /** Which of the scan's own keys are looked for as well. */
  readonly #soughtOwnKeys: readonly boolean[];
  /** Values that are looked for, and behind them those that make streams comparable. */
  readonly #values: DictKeys;
  readonly #soughtValues: number;
  /** For every level that is open whether the one around it is a dictionary. */
  readonly #outer = new Uint8Array(MAX_LEVELS);
  readonly #shapes: ShapeMemory | undefined;
  #end = 0;

  /** `names` to look for: none by default. */
  constructor(names?: SoughtNames) {
    const keys = names?.keys.names ?? [];
    const others = keys.filter((name) => !OWN_KEYS.includes(name));
    this.#keys = new DictKeys([...others, ...OWN_KEYS]);
    this.#soughtKeys = others.length;
    this.#soughtOwnKeys = OWN_KEYS.map((name) => keys.includes(name));
    const values = names?.values.names ?? [];
    this.#values = new DictKeys([...values, ...(names?.comparable?.names ?? [])]);
    this.#soughtValues = values.length;
    // What differs from a value in its digits alone might have such a name in their place.
    const hasDigits = [...this.#keys.names, ...this.#values.names].some((name) => /\d/.test(name));
    this.#shapes = hasDigits ? undefined : new ShapeMemory();
  }

  /**
   * Scans one object from `start` up to the first word on the outermost level (`endobj`, `stream`) or `end`. False when
   * it is not plainly right; some references may have been found by then.
   */
  scan(bytes: Uint8Array, start: number, end: number): boolean {
    this.references.length = 0;
    if (this.#shapes?.find(bytes, start, end, this)) return true;
    const isPlain = this.#scanWhole(bytes, start, end);
    if (isPlain) this.#shapes?.learn(bytes, start, end, this);
    return isPlain;
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

  /**
   * The hot path of every rewrite and of joining large files, and so one long function: the state of a scan lies in the
   * processor's registers, where fields of this object would be read and written at every token.
   */
  #scanTokens(bytes: Uint8Array, end: number): boolean {
    const { references } = this;
    let at = this.position;
    let depth = 0;
    /** Values on the outermost level: one, in an object. */
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
        // In a dictionary a key would have to come next, so that none is without a value.
        if (depth === 0 || isDict !== isInDict || isDict !== isKeyNext) return this.#failAt(at);
        if (isDict && (at + 1 >= end || bytes[at + 1] !== GREATER)) return this.#failAt(at);
        at += isDict ? 2 : 1;
        depth -= 1;
        isInDict = this.#outer[depth] === 1;
      } else {
        const to = isKeyNext ? FAILED : endOfOther(bytes, at, end);
        if (to < 0) {
          this.#failAt(to === CUT ? end : at);
          // A word ends an object: whoever called knows which.
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

  /** A key or value that may be one of those looked for. */
  #noteName(bytes: Uint8Array, start: number, end: number, isKey: boolean, depth: number): void {
    const found = (isKey ? this.#keys : this.#values).find(bytes, start, end);
    if (found < 0) return;
    if (isKey) this.#noteKey(found, bytes, end, depth);
    else if (found < this.#soughtValues) this.hasName = true;
    else this.isComparable = true;
  }

  #noteKey(found: number, bytes: Uint8Array, end: number, depth: number): void {
    if (found < this.#soughtKeys || this.#soughtOwnKeys[found - this.#soughtKeys]) this.hasName = true;
    if (found === this.#soughtKeys + BYTE_RANGE) this.hasByteRange = true;
    if (found === this.#soughtKeys + LENGTH && depth === 1) this.#readLength(bytes, end, this.#end);
  }

  /** Reads the number behind the key /Length that ends at `from`; none for a reference, and for what is no number. */
  #readLength(bytes: Uint8Array, from: number, end: number): void {
    const start = skipSpace(bytes, from, end);
    const to = endOfDigits(bytes, start, end);
    const isNumber = to > start && (to === end || isEnd(bytes[to])) && findLetterR(bytes, to, end) < 0;
    this.lengthAt = isNumber ? start : -1;
    this.streamLength = isNumber ? parseDigits(bytes, start, to) : -1;
  }

  /** Behind a number whose digits end at `to`, or behind a reference that it begins; negative for anything else. */
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
