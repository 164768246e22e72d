import * as characters from './characters.ts';
import { isDigit, latin1, parseDigits, parseNumber, startsWithText } from './characters.ts';
import {
  endOfDigits,
  endOfHex,
  endOfLiteral,
  endOfRegular,
  isUsualEndOfRef,
  MAX_GENERATION,
  skipSpace,
  USUAL_END_OF_REF,
} from './tokens.ts';

const { CHARACTER_CLASS, CR, LETTER_R, LF, SPACE } = characters;

/** This is thrown if the token continues after an incomplete window. */
export const WINDOW_EXHAUSTED: unique symbol = Symbol('window exhausted');

/** Reads tokens (ISO 32000-1 7.2) tolerantly. Throws `WINDOW_EXHAUSTED` at the end of an incomplete window. */
export class TokenReader {
  position = 0;
  /** Since `reset` a token touches the end of the file: appended bytes would change it. */
  ranOut = false;
  /** The last object has an unclosed container or invalid items, which readers interpret differently. */
  isBroken = false;
  protected bytes: Uint8Array = new Uint8Array(0);
  protected end = 0;
  #isComplete = true;

  /** `isComplete`: the file ends with the window. */
  reset(bytes: Uint8Array, position: number, isComplete: boolean, end = bytes.length): void {
    this.bytes = bytes;
    this.position = position;
    this.end = end;
    this.#isComplete = isComplete;
    this.ranOut = false;
  }

  protected skipSpace(): void {
    this.position = skipSpace(this.bytes, this.position, this.end);
    if (this.position >= this.end) this.exhaust();
  }

  /** Skips a word, name or number. */
  protected skipRegular(): void {
    this.position = endOfRegular(this.bytes, this.position, this.end);
    if (this.position >= this.end) this.exhaust();
  }

  /** Returns false if another token follows. */
  protected skipKeyword(word: string): boolean {
    this.skipSpace();
    if (this.position + word.length > this.end) this.exhaust();
    if (!startsWithText(this.bytes, this.position, word)) return false;
    this.position += word.length;
    return true;
  }

  protected exhaust(): void {
    if (!this.#isComplete) throw WINDOW_EXHAUSTED;
    this.ranOut = true;
  }

  /** Does not move the position. */
  protected peekWord(longest: number): string {
    const end = endOfRegular(this.bytes, this.position, this.end);
    if (end >= this.end) this.exhaust();
    return latin1(this.bytes.subarray(this.position, Math.min(end, this.position + longest)));
  }

  /** Whatever follows them. */
  protected readDigits(): number | undefined {
    this.skipSpace();
    const start = this.position;
    this.position = endOfDigits(this.bytes, start, this.end);
    return this.position > start ? parseDigits(this.bytes, start, this.position) : undefined;
  }

  protected readNumber(): number {
    const start = this.position;
    this.skipRegular();
    return parseNumber(this.bytes, start, this.position);
  }

  /**
   * Reads digits up to white space or a delimiter. Returns undefined, without moving, for other tokens and
   * above 2^53.
   */
  protected readInteger(): number | undefined {
    const start = this.position;
    const end = endOfDigits(this.bytes, start, this.end);
    if (end >= this.end) this.exhaust();
    if (end < this.end && CHARACTER_CLASS[this.bytes[end] as number] === 0) return undefined;
    const value = parseDigits(this.bytes, start, end);
    if (value > Number.MAX_SAFE_INTEGER) return undefined;
    this.position = end;
    return value;
  }

  /** Returns the generation of a reference, after the object number. */
  protected readRestOfRef(): number | undefined {
    if (isUsualEndOfRef(this.bytes, this.position, this.end)) {
      this.position += USUAL_END_OF_REF;
      return 0;
    }
    this.skipSpace();
    if (!isDigit(this.bytes[this.position])) return undefined;
    const generation = this.readInteger();
    if (generation === undefined || generation > MAX_GENERATION) return undefined;
    this.skipSpace();
    if (this.bytes[this.position] !== LETTER_R) return undefined;
    const afterLetter = this.position + 1;
    this.skipRegular();
    return this.position === afterLetter ? generation : undefined;
  }

  protected readRawHexString(): string {
    const start = this.position + 1;
    const close = endOfHex(this.bytes, start, this.end);
    if (close >= this.end) this.exhaust();
    this.position = Math.min(close + 1, this.end);
    return latin1(this.bytes.subarray(start, close));
  }

  /** It is empty if it is not closed. */
  protected readRawLiteral(): string {
    const start = this.position + 1;
    const close = endOfLiteral(this.bytes, start, this.end);
    if (close >= this.end) this.exhaust();
    this.position = Math.min(close + 1, this.end);
    return close < this.end ? latin1(this.bytes.subarray(start, close)) : '';
  }

  /**
   * Finds the first byte after the keyword. Tolerates a lone CR and spaces besides CR LF and LF (7.3.8.1).
   * Where data follow on the line of the keyword, some readers skip them.
   */
  protected findStreamStart(): number | undefined {
    if (!this.skipKeyword('stream')) return undefined;
    if (this.position + 2 > this.end) this.exhaust();
    let at = this.position;
    while (this.bytes[at] === SPACE && at < this.position + 2) at += 1;
    if (this.bytes[at] === CR) return this.bytes[at + 1] === LF ? at + 2 : at + 1;
    if (this.bytes[at] === LF) return at + 1;
    this.isBroken = true;
    return this.position;
  }
}
