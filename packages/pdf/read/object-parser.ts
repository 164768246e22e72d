import {
  PDFArray,
  PDFBool,
  PDFCatalog,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
  PDFString,
} from 'pdf-lib';
import { type PdfLimits, tooComplex } from '../limits.ts';
import {
  BACKSLASH,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  CHARACTER_CLASS,
  CR,
  DELIMITER,
  DIGIT,
  DOT,
  GREATER,
  LESS,
  LETTER_R,
  LF,
  latin1,
  MINUS,
  PAREN_CLOSE,
  PAREN_OPEN,
  PERCENT,
  PLUS,
  SLASH,
  WHITESPACE,
  ZERO,
} from './characters.ts';
import { NameCache } from './name-cache.ts';

/** Thrown (and caught by whoever cut the window) when the object goes on beyond the bytes at hand. */
export const WINDOW_EXHAUSTED: unique symbol = Symbol('window exhausted');

/** An object with its header, as found in the bytes. */
export interface IndirectObject {
  readonly number: number;
  readonly generation: number;
  readonly object: PDFObject;
  /** Position of the first stream byte in the window; undefined when no stream follows. */
  readonly streamStart: number | undefined;
}

const POOLED_NUMBERS = 1024;
const POOLED_REFS = 1 << 20;

/** Largest generation number (ISO 32000-1 7.5.4). */
const LARGEST_GENERATION = 65_535;

const TYPE = PDFName.of('Type');
const CATALOG = PDFName.of('Catalog');
const PAGES = PDFName.of('Pages');
const PAGE = PDFName.of('Page');

/** Words that end an object: what comes before them was not closed. */
const TERMINATORS = new Set(['endobj', 'obj', 'stream', 'endstream', 'xref', 'trailer', 'startxref']);

/**
 * Reads PDF syntax (ISO 32000-1 7.3) from bytes into pdf-lib's object classes. Tolerant: what is broken inside an
 * object becomes null or ends the object, it never throws a syntax error. One parser serves a whole file, because
 * parsing never looks up another object.
 */
export class ObjectParser {
  position = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #end = 0;
  #isComplete = true;
  #depth = 0;
  readonly #context: PDFContext;
  readonly #limits: PdfLimits;
  readonly #names = new NameCache();
  readonly #numbers: (PDFNumber | undefined)[] = [];
  readonly #refs: (PDFRef | undefined)[] = [];

  constructor(context: PDFContext, limits: PdfLimits) {
    this.#context = context;
    this.#limits = limits;
  }

  /** Sets the window to read. `isComplete` says that nothing follows it in the file. */
  reset(bytes: Uint8Array, position: number, isComplete: boolean, end = bytes.length): void {
    this.#bytes = bytes;
    this.position = position;
    this.#end = end;
    this.#isComplete = isComplete;
    this.#depth = 0;
  }

  /** Reads `12 0 obj ...` up to and including the keyword `stream`; undefined when no header is there. */
  readIndirectObject(): IndirectObject | undefined {
    const number = this.#readHeaderNumber();
    const generation = this.#readHeaderNumber();
    if (number === undefined || generation === undefined || !this.#skipKeyword('obj')) return undefined;
    const object = this.readObject() ?? PDFNull;
    const streamStart = object instanceof PDFDict ? this.#findStreamStart() : undefined;
    return { number, generation, object, streamStart };
  }

  /** Reads one object; undefined at the end of the window, at a closing bracket or at an unknown word. */
  readObject(): PDFObject | undefined {
    this.#skipSpace();
    const byte = this.#bytes[this.position];
    if (this.position >= this.#end || byte === undefined) return undefined;
    if (byte === SLASH) return this.#readName();
    if (CHARACTER_CLASS[byte] === DIGIT) return this.#readNumberOrRef();
    if (byte === LESS) return this.#readDictOrHexString();
    if (byte === PAREN_OPEN) return this.#readString();
    if (byte === BRACKET_OPEN) return this.#readArray();
    if (byte === MINUS || byte === DOT || byte === PLUS) return this.#readReal();
    if (CHARACTER_CLASS[byte] === DELIMITER) return undefined;
    return this.#readKeyword();
  }

  #readHeaderNumber(): number | undefined {
    this.#skipSpace();
    const start = this.position;
    let value = 0;
    while (this.position < this.#end) {
      const byte = this.#bytes[this.position] ?? 0;
      if (CHARACTER_CLASS[byte] !== DIGIT) break;
      value = value * 10 + byte - ZERO;
      this.position += 1;
    }
    return this.position > start ? value : undefined;
  }

  #skipKeyword(word: string): boolean {
    this.#skipSpace();
    if (this.position + word.length > this.#end) this.#exhaust();
    for (let i = 0; i < word.length; i += 1) {
      if (this.#bytes[this.position + i] !== word.charCodeAt(i)) return false;
    }
    this.position += word.length;
    return true;
  }

  /** The keyword is followed by CR LF or LF (7.3.8.1); a lone CR is seen in the field. */
  #findStreamStart(): number | undefined {
    if (!this.#skipKeyword('stream')) return undefined;
    if (this.position + 2 > this.#end) this.#exhaust();
    let at = this.position;
    while (this.#bytes[at] === 0x20 && at < this.position + 2) at += 1;
    if (this.#bytes[at] === CR) return this.#bytes[at + 1] === LF ? at + 2 : at + 1;
    return this.#bytes[at] === LF ? at + 1 : this.position;
  }

  #skipSpace(): void {
    const bytes = this.#bytes;
    while (this.position < this.#end) {
      const byte = bytes[this.position] ?? 0;
      if (byte === PERCENT) this.#skipComment();
      else if (CHARACTER_CLASS[byte] !== WHITESPACE) return;
      else this.position += 1;
    }
    this.#exhaust();
  }

  #skipComment(): void {
    while (this.position < this.#end) {
      const byte = this.#bytes[this.position];
      if (byte === LF || byte === CR) return;
      this.position += 1;
    }
  }

  /** Called at the end of the window: more bytes may change what was read. */
  #exhaust(): void {
    if (!this.#isComplete) throw WINDOW_EXHAUSTED;
  }

  /** Position of the first byte from `from` on that cannot be part of a name, number or word. */
  #endOfRegular(from: number): number {
    let at = from;
    while (at < this.#end) {
      const kind = CHARACTER_CLASS[this.#bytes[at] ?? 0];
      if (kind === WHITESPACE || kind === DELIMITER) return at;
      at += 1;
    }
    this.#exhaust();
    return at;
  }

  #readName(): PDFName {
    const start = this.position + 1;
    this.position = this.#endOfRegular(start);
    return this.#names.find(this.#bytes, start, this.position);
  }

  #readNumberOrRef(): PDFObject {
    const start = this.position;
    const number = this.#scanInteger();
    if (number === undefined) {
      this.position = start;
      return this.#readReal();
    }
    const afterNumber = this.position;
    const ref = this.#readRestOfRef(number);
    if (ref !== undefined) return ref;
    this.position = afterNumber;
    return this.#numberOf(number);
  }

  /** Digits that end at white space or a delimiter; undefined for everything else. */
  #scanInteger(): number | undefined {
    let value = 0;
    let at = this.position;
    while (at < this.#end) {
      const byte = this.#bytes[at] ?? 0;
      const kind = CHARACTER_CLASS[byte];
      if (kind !== DIGIT) {
        this.position = at;
        return kind === WHITESPACE || kind === DELIMITER ? value : undefined;
      }
      value = value * 10 + byte - ZERO;
      at += 1;
    }
    this.#exhaust();
    this.position = at;
    return value;
  }

  #readRestOfRef(number: number): PDFRef | undefined {
    this.#skipSpace();
    if (CHARACTER_CLASS[this.#bytes[this.position] ?? 0] !== DIGIT) return undefined;
    const generation = this.#scanInteger();
    if (generation === undefined || generation > LARGEST_GENERATION) return undefined;
    this.#skipSpace();
    if (this.#bytes[this.position] !== LETTER_R || this.#endOfRegular(this.position) !== this.position + 1) {
      return undefined;
    }
    this.position += 1;
    return this.#refTo(number, generation);
  }

  #refTo(number: number, generation: number): PDFRef {
    if (generation !== 0 || number >= POOLED_REFS) return PDFRef.of(number, generation);
    const pooled = this.#refs[number];
    if (pooled !== undefined) return pooled;
    const ref = PDFRef.of(number, 0);
    this.#refs[number] = ref;
    return ref;
  }

  #numberOf(value: number): PDFNumber {
    if (value >= POOLED_NUMBERS) return PDFNumber.of(value);
    const pooled = this.#numbers[value];
    if (pooled !== undefined) return pooled;
    const number = PDFNumber.of(value);
    this.#numbers[value] = number;
    return number;
  }

  /** Takes what readers take: `--5`, `5-3` and `1.2.3` are read up to the oddity. */
  #readReal(): PDFNumber {
    const start = this.position;
    this.position = this.#endOfRegular(start);
    const text = latin1(this.#bytes.subarray(start, this.position)).replace(/^[+-]*(?=[+-])/, '');
    const value = Number.parseFloat(/^[+-]?\d*\.?\d*/.exec(text)?.[0] ?? '');
    if (!Number.isFinite(value)) return this.#numberOf(0);
    return Number.isInteger(value) && value >= 0 ? this.#numberOf(value) : PDFNumber.of(value);
  }

  #readDictOrHexString(): PDFObject {
    if (this.position + 1 >= this.#end) this.#exhaust();
    return this.#bytes[this.position + 1] === LESS ? this.#readDict() : this.#readHexString();
  }

  #readHexString(): PDFHexString {
    const start = this.position + 1;
    const close = this.#bytes.indexOf(GREATER, start);
    if (close < 0 || close >= this.#end) this.#exhaust();
    const end = close < 0 || close >= this.#end ? this.#end : close;
    this.position = Math.min(end + 1, this.#end);
    const text = latin1(this.#bytes.subarray(start, end));
    return PDFHexString.of(/[^0-9a-fA-F]/.test(text) ? text.replace(/[^0-9a-fA-F]/g, '') : text);
  }

  /** Keeps the raw spelling (escapes and all), as pdf-lib does. */
  #readString(): PDFString {
    const start = this.position + 1;
    let level = 1;
    let at = start;
    for (; at < this.#end; at += 1) {
      const byte = this.#bytes[at];
      if (byte === BACKSLASH) at += 1;
      else if (byte === PAREN_OPEN) level += 1;
      else if (byte === PAREN_CLOSE && --level === 0) break;
    }
    if (at >= this.#end) this.#exhaust();
    this.position = Math.min(at + 1, this.#end);
    return PDFString.of(level === 0 ? latin1(this.#bytes.subarray(start, at)) : '');
  }

  #readArray(): PDFArray {
    this.#descend();
    this.position += 1;
    const array = PDFArray.withContext(this.#context);
    while (this.#isBefore(BRACKET_CLOSE)) {
      const before = this.position;
      const item = this.readObject();
      if (item !== undefined) array.push(item);
      else if (this.#isStuckAt(before)) break;
    }
    if (this.#bytes[this.position] === BRACKET_CLOSE) this.position += 1;
    this.#depth -= 1;
    return array;
  }

  #readDict(): PDFDict {
    this.#descend();
    this.position += 2;
    const entries = new Map<PDFName, PDFObject>();
    while (this.#isBefore(GREATER)) {
      const before = this.position;
      const key = this.readObject();
      if (key instanceof PDFName) this.#readEntry(key, entries);
      else if (key === undefined && this.#isStuckAt(before)) break;
    }
    if (this.#bytes[this.position] === GREATER) this.position += 1;
    if (this.#bytes[this.position] === GREATER) this.position += 1;
    this.#depth -= 1;
    return this.#makeDict(entries);
  }

  #readEntry(key: PDFName, entries: Map<PDFName, PDFObject>): void {
    if (!this.#isBefore(GREATER)) return;
    const value = this.readObject();
    if (value !== undefined) entries.set(key, value);
  }

  #makeDict(entries: Map<PDFName, PDFObject>): PDFDict {
    const type = entries.get(TYPE);
    if (type === PAGE) return PDFPageLeaf.fromMapWithContext(entries, this.#context);
    if (type === PAGES) return PDFPageTree.fromMapWithContext(entries, this.#context);
    if (type === CATALOG) return PDFCatalog.fromMapWithContext(entries, this.#context);
    return PDFDict.fromMapWithContext(entries, this.#context);
  }

  /** True while the container goes on: there are bytes, and the next one does not close it. */
  #isBefore(closing: number): boolean {
    this.#skipSpace();
    return this.position < this.#end && this.#bytes[this.position] !== closing;
  }

  /** After an unreadable item: stop at a word that ends objects, else step over one byte of garbage. */
  #isStuckAt(before: number): boolean {
    this.#skipSpace();
    if (this.position > before && this.position < this.#end && !this.#isAtTerminator()) return false;
    if (this.#isAtTerminator()) return true;
    this.position += 1;
    return this.position >= this.#end;
  }

  #isAtTerminator(): boolean {
    const byte = this.#bytes[this.position] ?? 0;
    if (CHARACTER_CLASS[byte] !== 0) return false;
    return TERMINATORS.has(latin1(this.#bytes.subarray(this.position, this.#endOfRegular(this.position))));
  }

  #readKeyword(): PDFObject | undefined {
    const start = this.position;
    const end = this.#endOfRegular(start);
    const word = latin1(this.#bytes.subarray(start, Math.min(end, start + 16)));
    if (TERMINATORS.has(word)) return undefined;
    this.position = end;
    if (word === 'true') return PDFBool.True;
    if (word === 'false') return PDFBool.False;
    return PDFNull;
  }

  #descend(): void {
    this.#depth += 1;
    if (this.#depth > this.#limits.nesting) throw tooComplex('nesting', this.#limits.nesting);
  }
}
