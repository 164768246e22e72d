import {
  PDFArray,
  PDFBool,
  PDFCatalog,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFString,
} from 'pdf-lib';
import { type PdfLimits, tooComplex } from '../limits.ts';
import { isSameObject } from '../write/serialise.ts';
import * as characters from './characters.ts';
import { POOLS } from './object-pools.ts';
import { TokenReader } from './token-reader.ts';

const {
  BRACKET_CLOSE,
  BRACKET_OPEN,
  CHARACTER_CLASS,
  DELIMITER,
  DIGIT,
  DOT,
  GREATER,
  LESS,
  MINUS,
  PAREN_OPEN,
  PLUS,
  SLASH,
} = characters;

export interface IndirectObject {
  readonly number: number;
  readonly generation: number;
  readonly object: PDFObject;
  readonly streamStart: number | undefined;
  /** The offset from the header to the word after the value or to the stream's first byte. */
  readonly end: number;
}

const TYPE = PDFName.of('Type');
const CATALOG = PDFName.of('Catalog');
const PAGES = PDFName.of('Pages');
const PAGE = PDFName.of('Page');

/** Some producers write both in timestamps; every reader treats them alike. */
const SIGNATURE_TYPES: ReadonlySet<PDFObject> = new Set([PDFName.of('Sig'), PDFName.of('DocTimeStamp')]);

/** These words end an unclosed object. */
const TERMINATORS = new Set(['endobj', 'obj', 'stream', 'endstream', 'xref', 'trailer', 'startxref']);
const WORD_LENGTH = 16;

/** An empty dictionary takes as much memory as so many numbers. */
const ITEMS_PER_CONTAINER = 8;
const BYTES_PER_ITEM = 26;

/**
 * Parses objects (ISO 32000-1 7.3) into pdf-lib's. It never throws a syntax error: what is damaged becomes null
 * or ends the object. It never looks up another object, so one parser serves a whole file.
 */
export class ObjectParser extends TokenReader {
  /** The last object has two values for a key. */
  isAmbiguous = false;
  #depth = 0;
  readonly #context: PDFContext;
  readonly #limits: PdfLimits;
  #items = 0;

  constructor(context: PDFContext, limits: PdfLimits) {
    super();
    this.#context = context;
    this.#limits = limits;
  }

  get items(): number {
    return this.#items;
  }

  /** Reads `12 0 obj ...` up to and including `stream`. Returns undefined without a header. */
  readIndirectObject(): IndirectObject | undefined {
    this.#begin();
    const number = this.readDigits();
    const generation = this.readDigits();
    if (number === undefined || generation === undefined || !this.skipKeyword('obj')) return undefined;
    const object = this.#readAny() ?? PDFNull;
    const streamStart = object instanceof PDFDict ? this.findStreamStart() : undefined;
    return { number, generation, object, streamStart, end: this.position };
  }

  /** Returns undefined at the end, a closing bracket or an unknown keyword. */
  readObject(): PDFObject | undefined {
    this.#begin();
    return this.#readAny();
  }

  #begin(): void {
    this.isBroken = false;
    this.isAmbiguous = false;
    this.#depth = 0;
    this.#items = 0;
  }

  #readAny(): PDFObject | undefined {
    this.skipSpace();
    const byte = this.bytes[this.position];
    if (this.position >= this.end || byte === undefined) return undefined;
    if (byte === SLASH) return this.#readName();
    if (CHARACTER_CLASS[byte] === DIGIT) return this.#readNumberOrRef();
    if (byte === LESS) return this.#readDictOrHexString();
    if (byte === PAREN_OPEN) return this.#readLiteralString();
    if (byte === BRACKET_OPEN) return this.#readArray();
    if (byte === MINUS || byte === DOT || byte === PLUS) return POOLS.number(this.readNumber());
    if (CHARACTER_CLASS[byte] === DELIMITER) return undefined;
    return this.#readKeyword();
  }

  #readName(): PDFName {
    this.position += 1;
    const start = this.position;
    this.skipRegular();
    return POOLS.name(this.bytes, start, this.position);
  }

  #readNumberOrRef(): PDFObject {
    const value = this.readInteger();
    if (value === undefined) return POOLS.number(this.readNumber());
    const end = this.position;
    const generation = this.readRestOfRef();
    if (generation !== undefined) return POOLS.ref(value, generation);
    this.position = end;
    return POOLS.number(value);
  }

  #readDictOrHexString(): PDFObject {
    if (this.position + 1 >= this.end) this.exhaust();
    if (this.bytes[this.position + 1] === LESS) return this.#readDict();
    const text = this.readRawHexString();
    this.#count(1 + text.length / BYTES_PER_ITEM);
    return PDFHexString.of(keepHexDigits(text));
  }

  #readLiteralString(): PDFString {
    const text = this.readRawLiteral();
    this.#count(1 + text.length / BYTES_PER_ITEM);
    return PDFString.of(text);
  }

  #readArray(): PDFArray {
    this.#descend();
    this.position += 1;
    const array = PDFArray.withContext(this.#context);
    while (this.#isBefore(BRACKET_CLOSE)) {
      const before = this.position;
      const item = this.#readAny();
      this.#count(1);
      if (item !== undefined) array.push(item);
      else if (this.#isStuckAt(before)) break;
    }
    this.#skipClosing(BRACKET_CLOSE);
    this.#depth -= 1;
    return array;
  }

  #readDict(): PDFDict {
    this.#descend();
    this.position += 2;
    const entries = new Map<PDFName, PDFObject>();
    while (this.#isBefore(GREATER)) {
      const before = this.position;
      const key = this.#readAny();
      if (key instanceof PDFName) this.#readEntry(key, entries);
      else if (key !== undefined) this.isBroken = true;
      else if (this.#isStuckAt(before)) break;
    }
    this.#skipClosing(GREATER);
    this.#skipClosing(GREATER);
    this.#depth -= 1;
    return makeDict(entries, this.#context);
  }

  #readEntry(key: PDFName, entries: Map<PDFName, PDFObject>): void {
    if (!this.#isBefore(GREATER)) return;
    const value = this.#readAny();
    this.#count(2);
    if (value === undefined) return;
    const known = entries.get(key);
    if (known !== undefined && !isRepetition(key, known, value)) this.isAmbiguous = true;
    entries.set(key, value);
  }

  #skipClosing(bracket: number): void {
    if (this.bytes[this.position] === bracket) this.position += 1;
    else this.isBroken = true;
  }

  /** Neither the end of the container nor of the window. */
  #isBefore(closing: number): boolean {
    this.skipSpace();
    return this.position < this.end && this.bytes[this.position] !== closing;
  }

  /** Skips a byte of garbage. Returns true at a keyword that ends objects. */
  #isStuckAt(before: number): boolean {
    this.isBroken = true;
    this.skipSpace();
    if (this.position > before && this.position < this.end && !this.#isAtTerminator()) return false;
    if (this.#isAtTerminator()) return true;
    this.position += 1;
    return this.position >= this.end;
  }

  #isAtTerminator(): boolean {
    if (CHARACTER_CLASS[this.bytes[this.position] ?? 0] !== 0) return false;
    return TERMINATORS.has(this.peekWord(WORD_LENGTH));
  }

  #readKeyword(): PDFObject | undefined {
    const word = this.peekWord(WORD_LENGTH);
    if (TERMINATORS.has(word)) return undefined;
    this.skipRegular();
    if (word === 'true') return PDFBool.True;
    if (word === 'false') return PDFBool.False;
    if (word !== 'null') this.isBroken = true;
    return PDFNull;
  }

  #count(items: number): void {
    this.#items += items;
    if (this.#items > this.#limits.objectItems) throw tooComplex('objectItems', this.#limits.objectItems);
  }

  #descend(): void {
    this.#count(ITEMS_PER_CONTAINER);
    this.#depth += 1;
    if (this.#depth > this.#limits.nesting) throw tooComplex('nesting', this.#limits.nesting);
  }
}

function isRepetition(key: PDFName, known: PDFObject, value: PDFObject): boolean {
  const areSignatures = key === TYPE && SIGNATURE_TYPES.has(known) && SIGNATURE_TYPES.has(value);
  return areSignatures || isSameObject(known, value);
}

/** No regular expression: an unclosed string may have megabytes. */
function keepHexDigits(text: string): string {
  if (!/[^0-9a-fA-F]/.test(text)) return text;
  const kept = Buffer.allocUnsafe(text.length);
  let count = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (isHexDigit(code)) kept[count++] = code;
  }
  return kept.toString('latin1', 0, count);
}

function isHexDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}

/** pdf-lib has subclasses for the catalog and the page tree. */
function makeDict(entries: Map<PDFName, PDFObject>, context: PDFContext): PDFDict {
  const type = entries.get(TYPE);
  if (type === PAGE) return PDFPageLeaf.fromMapWithContext(entries, context);
  if (type === PAGES) return PDFPageTree.fromMapWithContext(entries, context);
  if (type === CATALOG) return PDFCatalog.fromMapWithContext(entries, context);
  return PDFDict.fromMapWithContext(entries, context);
}
