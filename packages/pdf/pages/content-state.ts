import {
  BACKSLASH,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  CHARACTER_CLASS,
  DELIMITER,
  DIGIT,
  DOT,
  GREATER,
  isWhitespace,
  LESS,
  MINUS,
  PAREN_CLOSE,
  PAREN_OPEN,
  PERCENT,
  PLUS,
  SLASH,
  WHITESPACE,
} from '../read/characters.ts';
import { endOfComment, endOfHex, endOfLiteral, endOfRegular } from '../read/tokens.ts';

export interface ContentState {
  /** Readers ignore them. */
  readonly surplus: readonly number[];
  /** Ends open strings, arrays, text, marked content and graphics states. */
  readonly closing: string;
  /** Readers differ in where they stop. */
  readonly isSound: boolean;
  /** It has the word `endstream`, at which MuPDF stops; the others ignore it. */
  readonly endsEarly?: boolean;
}

/** ISO 32000-1 annex A, and keywords that are operands. */
const OPERATORS =
  'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "';
const LONG_WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null']);
const END_OF_STREAM = 'endstream';
const MAX_CONTAINERS = 1_000;

/** They must be text: inline image data may contain the two letters. */
const TEXT_AFTER_IMAGE = 8;
/** Longer words are numbers or garbage. */
const MAX_OPERATOR_LENGTH = 3;
const MAX_WORD_LENGTH = 5;
const SAVE = codeOf('q');
const RESTORE = codeOf('Q');
const BEGIN_TEXT = codeOf('BT');
const END_TEXT = codeOf('ET');
const BEGIN_MARKED = codeOf('BMC');
const BEGIN_MARKED_BY = codeOf('BDC');
const END_MARKED = codeOf('EMC');
const IMAGE_DATA = codeOf('ID');

/** Reads the paired operators (ISO 32000-1 8.4.2, 9.4.1, 14.6). */
export function readContentState(bytes: Uint8Array): ContentState {
  const reader = new PairReader(bytes);
  reader.read();
  const { surplus, isSound, endsEarly } = reader;
  return { surplus, closing: reader.closing(), isSound, ...(endsEarly && { endsEarly }) };
}

class PairReader {
  readonly surplus: number[] = [];
  isSound = true;
  endsEarly = false;
  readonly #containers: string[] = [];
  #unended = '';
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
    if (this.#containers.length > 0 || this.#unended !== '') this.isSound = false;
  }

  closing(): string {
    const tokens = [this.#unended, ...this.#containers.toReversed()].join(' ').trim();
    const open = tokens === '' ? '' : `${tokens}\n`;
    return open + (this.#isInText ? 'ET\n' : '') + 'EMC\n'.repeat(this.#marked) + 'Q\n'.repeat(this.#saved);
  }

  #skipDelimiter(byte: number): void {
    const [bytes, from, end] = [this.#bytes, this.#position + 1, this.#bytes.length];
    if (byte === PERCENT) this.#position = endOfComment(bytes, from, end);
    else if (byte === SLASH) this.#position = endOfRegular(bytes, from, end);
    else if (byte === PAREN_OPEN) this.#skipString(endOfLiteral(bytes, from, end));
    else if (byte === LESS && bytes[from] !== LESS) this.#skipHexString(endOfHex(bytes, from, end));
    else this.#skipBracket(byte);
  }

  #skipString(close: number): void {
    if (close >= this.#bytes.length) this.#unended = ')'.repeat(this.#countOpenLevels());
    this.#position = close + 1;
  }

  #countOpenLevels(): number {
    let level = 0;
    for (let at = this.#position; at < this.#bytes.length; at += 1) {
      const byte = this.#bytes[at];
      if (byte === BACKSLASH) at += 1;
      else if (byte === PAREN_OPEN) level += 1;
      else if (byte === PAREN_CLOSE) level -= 1;
    }
    return Math.min(level, MAX_CONTAINERS);
  }

  #skipHexString(close: number): void {
    if (close >= this.#bytes.length) this.#unended = '>';
    this.#position = close + 1;
  }

  #skipBracket(byte: number): void {
    const isDouble = (byte === LESS || byte === GREATER) && this.#bytes[this.#position + 1] === byte;
    this.#position += isDouble ? 2 : 1;
    if (byte === BRACKET_OPEN) this.#open(']');
    else if (byte === LESS) this.#open('>>');
    else if (byte === BRACKET_CLOSE) this.#close(']');
    else if (isDouble) this.#close('>>');
    else this.isSound = false;
  }

  #open(closing: string): void {
    if (this.#containers.length < MAX_CONTAINERS) this.#containers.push(closing);
    else this.isSound = false;
  }

  #close(closing: string): void {
    if (this.#containers.at(-1) === closing) this.#containers.pop();
    else this.isSound = false;
  }

  #readWord(): void {
    const start = this.#position;
    this.#position = endOfRegular(this.#bytes, start, this.#bytes.length);
    const length = this.#position - start;
    if (isNumberStart(this.#bytes[start])) return;
    if (length <= MAX_OPERATOR_LENGTH) this.#applyKnown(this.#readCode(start), start);
    else if (length === END_OF_STREAM.length && this.#text(start) === END_OF_STREAM) this.#blank(start);
    else if (length > MAX_WORD_LENGTH || !LONG_WORDS.has(this.#text(start))) this.isSound = false;
  }

  #blank(start: number): void {
    this.endsEarly = true;
    this.isSound = false;
    for (let at = start; at < this.#position; at += 1) this.surplus.push(at);
  }

  #text(start: number): string {
    return Buffer.from(this.#bytes.subarray(start, this.#position)).toString('latin1');
  }

  /** Only some readers end an array before an operator. */
  #applyKnown(operator: number, start: number): void {
    if (!OPERATOR_CODES.has(operator) || this.#containers.length > 0) this.isSound = false;
    this.#apply(operator, start);
  }

  /** Content has millions of words, so no strings are created. */
  #readCode(start: number): number {
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

  #skipImage(): void {
    for (let at = this.#position + 1; at < this.#bytes.length; at += 1) {
      if (this.#bytes[at] !== 0x45 || this.#bytes[at + 1] !== 0x49) continue;
      if (isWhitespace(this.#bytes[at - 1]) && this.#isTextAt(at + 2)) {
        this.#position = at + 2;
        return;
      }
    }
    this.#position = this.#bytes.length;
    this.#unended = 'EI';
  }

  #isTextAt(from: number): boolean {
    const next = this.#bytes.subarray(from, from + TEXT_AFTER_IMAGE);
    if (next.length > 0 && !isWhitespace(next[0])) return false;
    return next.every((byte) => isWhitespace(byte) || (byte > 0x20 && byte < 0x7f));
  }
}

function codeOf(operator: string): number {
  return [...operator].reduce((code, character) => (code << 8) | character.charCodeAt(0), 0);
}

const OPERATOR_CODES: ReadonlySet<number> = new Set(OPERATORS.split(' ').map(codeOf));

function isNumberStart(byte = 0): boolean {
  return CHARACTER_CLASS[byte] === DIGIT || byte === MINUS || byte === PLUS || byte === DOT;
}
