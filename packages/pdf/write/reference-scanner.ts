import * as characters from '../read/characters.ts';
import { startsWithText } from '../read/characters.ts';
import type { DictKeys } from '../read/dict-keys.ts';

// Constants of this module too: characters.ts says why.
const {
  BACKSLASH,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  CHARACTER_CLASS,
  CR,
  DELIMITER,
  DIGIT,
  DOT,
  GREATER,
  HASH,
  LESS,
  LETTER_R,
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

/** Receives every reference `n g R` of a body. */
export type TakeReference = (number: number, generation: number) => void;

/** Levels of arrays and dictionaries; deeper bodies are left to the parser and its limit. */
const MOST_LEVELS = 64;
const IN_ARRAY = 0;
const IN_DICT = 1;
/** Largest integer that counts as part of a reference: a limit far above every object number. */
const LARGEST_INTEGER = 0xffff_ffff;

/** Names to look for, as the scan of a value tells. */
export interface SoughtNames {
  /** Where they are keys of a dictionary, on any level. */
  readonly keys: DictKeys;
  /** Where they are values, or stand in arrays. */
  readonly values: DictKeys;
}

/**
 * Reads the references of an object's bytes without making objects, and judges whether the bytes are so plainly right
 * that they may be copied as they are. Whatever is unusual (a bracket too few, an unknown word, a key that is no name)
 * is refused: such an object is parsed and written anew.
 */
export class ReferenceScanner {
  /** Behind the last token of the body. */
  bodyEnd = 0;
  /** At the word that ended the body, where scanning failed, or at the end of the bytes. */
  position = 0;
  /** While a reference is handed out, where its number begins; it ends behind the letter at `position`. */
  referenceStart = 0;
  /** Direct value of /Length; -1 when there is none or it is a reference. */
  streamLength = -1;
  /** True when a /ByteRange was met: a signature's bytes have to lie in the file as they are. */
  hasByteRange = false;
  /** True when one of the names looked for was met. */
  hasName = false;
  readonly #names: SoughtNames | undefined;
  readonly #take: TakeReference;
  readonly #kinds = new Uint8Array(MOST_LEVELS);
  /** Tokens so far on each level: in a dictionary a key comes at even counts. */
  readonly #counts = new Int32Array(MOST_LEVELS);
  #bytes: Uint8Array = new Uint8Array(0);
  #end = 0;
  #depth = 0;
  /** The last two tokens when they were integers, for `n g R`. */
  #older = -1;
  #newer = -1;
  /** Where they begin. */
  #olderAt = 0;
  #newerAt = 0;
  /** Count on the outermost dictionary at which the value of /Length comes. */
  #lengthAt = -1;

  /** `names` to look for: none by default. */
  constructor(take: TakeReference, names?: SoughtNames) {
    this.#take = take;
    this.#names = names;
  }

  /**
   * Scans one object from `start` up to the first word on the outermost level (`endobj`, `stream`) or `end`. False when
   * it is not plainly right; references may have been handed out by then.
   */
  scan(bytes: Uint8Array, start: number, end: number): boolean {
    this.#bytes = bytes;
    this.#end = end;
    this.#depth = 0;
    this.#kinds[0] = IN_ARRAY;
    this.#counts[0] = 0;
    this.#older = -1;
    this.#newer = -1;
    this.#lengthAt = -1;
    this.streamLength = -1;
    this.hasByteRange = false;
    this.hasName = false;
    this.position = start;
    this.bodyEnd = start;
    return this.#scanTokens() && this.#depth === 0 && this.#counts[0] === 1;
  }

  #scanTokens(): boolean {
    const bytes = this.#bytes;
    while (this.position < this.#end) {
      const byte = bytes[this.position] ?? 0;
      const kind = CHARACTER_CLASS[byte];
      if (kind === WHITESPACE) {
        this.position += 1;
        continue;
      }
      if (byte === PERCENT) {
        this.#skipComment();
        continue;
      }
      const isRead = kind === DIGIT ? this.#scanNumber() : this.#scanOther(byte, kind);
      if (!isRead) return this.#depth === 0 && kind === 0;
      this.bodyEnd = this.position;
    }
    return true;
  }

  #scanOther(byte: number, kind: number | undefined): boolean {
    if (byte === SLASH) return this.#scanName();
    if (byte === MINUS || byte === DOT || byte === PLUS) return this.#scanReal();
    if (kind !== DELIMITER) return this.#scanWord(byte);
    this.#older = -1;
    this.#newer = -1;
    if (byte === LESS)
      return this.#bytes[this.position + 1] === LESS ? this.#open(IN_DICT, 2) : this.#scanHex();
    if (byte === BRACKET_OPEN) return this.#open(IN_ARRAY, 1);
    if (byte === BRACKET_CLOSE) return this.#close(IN_ARRAY, 1);
    if (byte === PAREN_OPEN) return this.#scanString();
    if (byte !== GREATER || this.#bytes[this.position + 1] !== GREATER) return false;
    return this.#close(IN_DICT, 2);
  }

  #isKeyNext(): boolean {
    return this.#kinds[this.#depth] === IN_DICT && ((this.#counts[this.#depth] ?? 0) & 1) === 0;
  }

  #countToken(): void {
    this.#counts[this.#depth] = (this.#counts[this.#depth] ?? 0) + 1;
  }

  #open(kind: number, length: number): boolean {
    if (this.#isKeyNext() || this.#depth + 1 >= MOST_LEVELS) return false;
    this.#countToken();
    this.#depth += 1;
    this.#kinds[this.#depth] = kind;
    this.#counts[this.#depth] = 0;
    this.position += length;
    return true;
  }

  #close(kind: number, length: number): boolean {
    if (this.#depth === 0 || this.#kinds[this.#depth] !== kind) return false;
    if (kind === IN_DICT && !this.#isKeyNext()) return false;
    this.#depth -= 1;
    this.position += length;
    return this.position <= this.#end;
  }

  #scanName(): boolean {
    const start = this.position + 1;
    const isKey = this.#isKeyNext();
    const isEscaped = this.#passName(start);
    this.#older = -1;
    this.#newer = -1;
    this.#countToken();
    if (isKey) this.#noteKey(start, this.position - start);
    if (this.#names !== undefined && !this.hasName) {
      const sought = isKey ? this.#names.keys : this.#names.values;
      this.hasName = isEscaped
        ? sought.find(this.#bytes, start, this.position) >= 0
        : sought.findSpelled(this.#bytes, start, this.position) >= 0;
    }
    return true;
  }

  /** Goes behind the name; true when `#` stands in it. */
  #passName(start: number): boolean {
    const bytes = this.#bytes;
    let isEscaped = false;
    let at = start;
    for (; at < this.#end; at += 1) {
      const byte = bytes[at] as number;
      if (((CHARACTER_CLASS[byte] as number) & (WHITESPACE | DELIMITER)) !== 0) break;
      if (byte === HASH) isEscaped = true;
    }
    this.position = at;
    return isEscaped;
  }

  #noteKey(start: number, length: number): void {
    if (length === 6 && this.#depth === 1 && startsWithText(this.#bytes, start, 'Length')) {
      this.#lengthAt = this.#counts[1] ?? 0;
    } else if (length === 9 && startsWithText(this.#bytes, start, 'ByteRange')) this.hasByteRange = true;
  }

  /** Digits alone are an integer; with a dot or a sign among them a real. */
  #scanNumber(): boolean {
    let value = 0;
    let at = this.position;
    for (; at < this.#end; at += 1) {
      const byte = this.#bytes[at] ?? 0;
      if (CHARACTER_CLASS[byte] !== DIGIT) break;
      value = value * 10 + byte - ZERO;
    }
    const kind = at < this.#end ? CHARACTER_CLASS[this.#bytes[at] ?? 0] : WHITESPACE;
    if (kind !== WHITESPACE && kind !== DELIMITER) return this.#scanReal();
    // In the place of a key only the generation of a reference may be a number.
    if (this.#newer < 0 && this.#isKeyNext()) return false;
    this.#olderAt = this.#newerAt;
    this.#newerAt = this.position;
    this.position = at;
    if (this.#depth === 1 && this.#counts[1] === this.#lengthAt) this.streamLength = value;
    this.#older = this.#newer;
    this.#newer = value <= LARGEST_INTEGER ? value : -1;
    this.#countToken();
    return true;
  }

  #scanReal(): boolean {
    if (this.#isKeyNext()) return false;
    const end = this.#endOfRegular(this.position);
    for (let at = this.position; at < end; at += 1) {
      const byte = this.#bytes[at] ?? 0;
      if (CHARACTER_CLASS[byte] !== DIGIT && byte !== DOT && byte !== MINUS && byte !== PLUS) return false;
    }
    this.position = end;
    this.#older = -1;
    this.#newer = -1;
    this.#countToken();
    return true;
  }

  /** `R` makes one token of three; false for words that no object begins with. */
  #scanWord(byte: number): boolean {
    const end = this.#endOfRegular(this.position);
    const length = end - this.position;
    if (byte === LETTER_R && length === 1) return this.#finishReference(end);
    if (this.#isKeyNext() || !this.#isKeyword(length)) return false;
    this.position = end;
    this.#older = -1;
    this.#newer = -1;
    this.#countToken();
    return true;
  }

  #isKeyword(length: number): boolean {
    if (length === 5) return startsWithText(this.#bytes, this.position, 'false');
    if (length !== 4) return false;
    return (
      startsWithText(this.#bytes, this.position, 'true') || startsWithText(this.#bytes, this.position, 'null')
    );
  }

  #finishReference(end: number): boolean {
    if (this.#older < 0) return false;
    const count = (this.#counts[this.#depth] ?? 0) - 1;
    this.#counts[this.#depth] = count;
    if (this.#depth === 1 && count === this.#lengthAt + 1) this.streamLength = -1;
    this.referenceStart = this.#olderAt;
    this.#take(this.#older, this.#newer);
    this.#older = -1;
    this.#newer = -1;
    this.position = end;
    return true;
  }

  #scanHex(): boolean {
    if (this.#isKeyNext()) return false;
    let at = this.position + 1;
    while (at < this.#end && isHexOrSpace(this.#bytes[at] ?? 0)) at += 1;
    this.position = Math.min(at + 1, this.#end);
    if (at >= this.#end || this.#bytes[at] !== GREATER) return false;
    this.#countToken();
    return true;
  }

  #scanString(): boolean {
    if (this.#isKeyNext()) return false;
    let level = 0;
    for (let at = this.position; at < this.#end; at += 1) {
      const byte = this.#bytes[at];
      if (byte === BACKSLASH) at += 1;
      else if (byte === PAREN_OPEN) level += 1;
      else if (byte === PAREN_CLOSE && --level === 0) {
        this.position = at + 1;
        this.#countToken();
        return true;
      }
    }
    this.position = this.#end;
    return false;
  }

  #skipComment(): void {
    while (this.position < this.#end) {
      const byte = this.#bytes[this.position];
      if (byte === LF || byte === CR) return;
      this.position += 1;
    }
  }

  #endOfRegular(from: number): number {
    let at = from;
    while (at < this.#end) {
      const kind = CHARACTER_CLASS[this.#bytes[at] ?? 0];
      if (kind === WHITESPACE || kind === DELIMITER) return at;
      at += 1;
    }
    return at;
  }
}

function isHexOrSpace(byte: number): boolean {
  const kind = CHARACTER_CLASS[byte];
  if (kind === DIGIT || kind === WHITESPACE) return true;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66;
}
