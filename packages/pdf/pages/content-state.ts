import {
  BACKSLASH,
  CHARACTER_CLASS,
  CR,
  DELIMITER,
  GREATER,
  isWhitespace,
  LESS,
  LF,
  PAREN_CLOSE,
  PAREN_OPEN,
  PERCENT,
  SLASH,
  WHITESPACE,
} from '../read/characters.ts';

/** What a page's content does to the content after it. */
export interface ContentState {
  /** Positions of the operators Q that restore nothing: readers pass over them. */
  readonly surplus: readonly number[];
  /** Operators that end what the content leaves open: text, marked content, saved graphics states. */
  readonly closing: string;
}

/** Bytes after `EI` that have to be text: the data of an inline image may contain the two letters. */
const TEXT_AFTER_IMAGE = 8;
/** The longest operator has three characters; longer words are numbers or garbage. */
const LONGEST_OPERATOR = 3;
const SAVE = codeOf('q');
const RESTORE = codeOf('Q');
const BEGIN_TEXT = codeOf('BT');
const END_TEXT = codeOf('ET');
const BEGIN_MARKED = codeOf('BMC');
const BEGIN_MARKED_BY = codeOf('BDC');
const END_MARKED = codeOf('EMC');
const IMAGE_DATA = codeOf('ID');

/** Reads a page's content, its streams joined, for the operators that come in pairs (ISO 32000-1 8.4.2, 9.4.1, 14.6). */
export function readContentState(bytes: Uint8Array): ContentState {
  const reader = new PairReader(bytes);
  reader.read();
  return { surplus: reader.surplus, closing: reader.closing() };
}

class PairReader {
  readonly surplus: number[] = [];
  readonly #bytes: Uint8Array;
  #position = 0;
  #saved = 0;
  #marked = 0;
  #isInText = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(): void {
    while (this.#position < this.#bytes.length) {
      const byte = this.#bytes[this.#position] ?? 0;
      const kind = CHARACTER_CLASS[byte];
      if (kind === WHITESPACE) this.#position += 1;
      else if (kind === DELIMITER) this.#skipDelimiter(byte);
      else this.#readWord();
    }
  }

  closing(): string {
    return (this.#isInText ? 'ET\n' : '') + 'EMC\n'.repeat(this.#marked) + 'Q\n'.repeat(this.#saved);
  }

  #skipDelimiter(byte: number): void {
    if (byte === PERCENT) this.#skipTo((next) => next === LF || next === CR);
    else if (byte === SLASH) this.#position = this.#endOfRegular(this.#position + 1);
    else if (byte === PAREN_OPEN) this.#skipString();
    else if (byte === LESS && this.#bytes[this.#position + 1] !== LESS) {
      this.#skipTo((next) => next === GREATER);
    } else this.#position += 1;
  }

  #skipTo(isEnd: (byte: number) => boolean): void {
    while (this.#position < this.#bytes.length && !isEnd(this.#bytes[this.#position] ?? 0))
      this.#position += 1;
  }

  #skipString(): void {
    let level = 0;
    while (this.#position < this.#bytes.length) {
      const byte = this.#bytes[this.#position];
      this.#position += byte === BACKSLASH ? 2 : 1;
      if (byte === PAREN_OPEN) level += 1;
      else if (byte === PAREN_CLOSE) level -= 1;
      if (level === 0) return;
    }
  }

  #readWord(): void {
    const start = this.#position;
    this.#position = this.#endOfRegular(start);
    if (this.#position - start <= LONGEST_OPERATOR) this.#apply(this.#spell(start), start);
  }

  /** The word up to the position, as `codeOf` spells it: content has millions of words, of which no strings are made. */
  #spell(start: number): number {
    let code = 0;
    for (let at = start; at < this.#position; at += 1) code = (code << 8) | (this.#bytes[at] ?? 0);
    return code;
  }

  #apply(operator: number, start: number): void {
    if (operator === SAVE) this.#saved += 1;
    else if (operator === RESTORE && this.#saved > 0) this.#saved -= 1;
    else if (operator === RESTORE) this.surplus.push(start);
    else if (operator === BEGIN_TEXT) this.#isInText = true;
    else if (operator === END_TEXT) this.#isInText = false;
    else if (operator === BEGIN_MARKED || operator === BEGIN_MARKED_BY) this.#marked += 1;
    else if (operator === END_MARKED) this.#marked = Math.max(0, this.#marked - 1);
    else if (operator === IMAGE_DATA) this.#skipImage();
  }

  /** Data of an inline image, up to and with `EI` (8.9.7). */
  #skipImage(): void {
    for (let at = this.#position + 1; at < this.#bytes.length; at += 1) {
      if (this.#bytes[at] !== 0x45 || this.#bytes[at + 1] !== 0x49) continue;
      if (isWhitespace(this.#bytes[at - 1]) && this.#isTextAt(at + 2)) {
        this.#position = at + 2;
        return;
      }
    }
    this.#position = this.#bytes.length;
  }

  #isTextAt(from: number): boolean {
    const next = this.#bytes.subarray(from, from + TEXT_AFTER_IMAGE);
    if (next.length > 0 && !isWhitespace(next[0])) return false;
    return next.every((byte) => isWhitespace(byte) || (byte > 0x20 && byte < 0x7f));
  }

  #endOfRegular(from: number): number {
    let at = from;
    for (; at < this.#bytes.length; at += 1) {
      const kind = CHARACTER_CLASS[this.#bytes[at] ?? 0];
      if (kind === WHITESPACE || kind === DELIMITER) break;
    }
    return at;
  }
}

/** An operator's bytes as one number. */
function codeOf(operator: string): number {
  return [...operator].reduce((code, character) => (code << 8) | character.charCodeAt(0), 0);
}
