import { type PDFDict, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { RawStreamBase } from '../lazy-object-map.ts';
import type { ByteSource } from './byte-source.ts';
import { CR, indexOfText, isWhitespace, LF, skipWhitespace, startsWithText } from './characters.ts';
import { nameOf } from './lookup.ts';

export interface StreamSpan {
  readonly start: number;
  readonly length: number;
  readonly isLengthRight: boolean;
}

export interface StreamReader {
  payForSearch(bytes: number): void;
  noteTolerance(): void;
  /** Afresh. Undefined if it does not exist. */
  read(number: number, generation: number): PDFObject | undefined;
}

const TAIL_WINDOW = 32;
const SEARCH_STEP = 64 * 1024;
/** Keywords may cross the border of two steps. */
const SEARCH_OVERLAP = 16;

/** Bytes are read on demand. */
export class LazyRawStream extends RawStreamBase {
  readonly #source: ByteSource;
  readonly #start: number;
  readonly #declaredLength: PDFObject | undefined;
  readonly #reader: StreamReader;
  #span: StreamSpan | undefined;
  #replacement: Uint8Array | undefined;

  constructor(dict: PDFDict, source: ByteSource, start: number, reader: StreamReader) {
    super(dict, undefined);
    this.#source = source;
    this.#start = start;
    this.#declaredLength = dict.get(nameOf('Length'));
    this.#reader = reader;
  }

  /** On every access, because they may be large. */
  get contents(): Uint8Array {
    if (this.#replacement !== undefined) return this.#replacement;
    const { start, length } = this.locate();
    return this.#source.read(start, length);
  }

  set contents(bytes: Uint8Array | undefined) {
    // The base constructor assigns undefined first.
    if (bytes !== undefined) this.#replacement = bytes;
  }

  /** The bytes are those of the file. */
  get isUntouched(): boolean {
    return this.#replacement === undefined;
  }

  get source(): ByteSource {
    return this.#source;
  }

  /** It has to keep /Length. */
  withDict(dict: PDFDict): LazyRawStream {
    return new LazyRawStream(dict, this.#source, this.#start, this.#reader);
  }

  override getContentsSize(): number {
    return this.#replacement?.length ?? this.locate().length;
  }

  /** By /Length if `endstream` follows, otherwise by searching. */
  locate(): StreamSpan {
    this.#span ??= this.#findSpan();
    return this.#span;
  }

  #findSpan(): StreamSpan {
    const length = this.#promisedLength();
    if (length !== undefined && this.#endsAfter(length, 'endstream')) {
      return { start: this.#start, length, isLengthRight: true };
    }
    this.#reader.noteTolerance();
    // Without `endstream`, MuPDF reads on to the next one.
    if (length !== undefined && this.#endsAfter(length, 'endobj'))
      return { start: this.#start, length, isLengthRight: true };
    return { start: this.#start, length: this.#searchLength(), isLengthRight: false };
  }

  #promisedLength(): number | undefined {
    const declared = this.#declaredLength;
    // Later edits of the object do not change the bytes.
    const value =
      declared instanceof PDFRef
        ? this.#reader.read(declared.objectNumber, declared.generationNumber)
        : declared;
    if (!(value instanceof PDFNumber)) return undefined;
    const length = value.asNumber();
    return Number.isInteger(length) && length >= 0 ? length : undefined;
  }

  #endsAfter(length: number, keyword: string): boolean {
    const end = this.#start + length;
    if (end > this.#source.size) return false;
    const tail = this.#source.read(end, TAIL_WINDOW);
    const at = skipWhitespace(tail, 0);
    return startsWithText(tail, at, keyword);
  }

  #searchLength(): number {
    for (let from = this.#start; from < this.#source.size; from += SEARCH_STEP) {
      const step = this.#source.read(from, SEARCH_STEP + SEARCH_OVERLAP);
      const at = indexOfEnd(step);
      this.#reader.payForSearch(at < 0 ? step.length : at);
      if (at >= 0) return this.#trimmedLength(from + at);
    }
    return this.#source.size - this.#start;
  }

  /** Without the end-of-line marker before `endstream` (ISO 32000-1 7.3.8.1). */
  #trimmedLength(keyword: number): number {
    const before = this.#source.read(Math.max(this.#start, keyword - 2), Math.min(2, keyword - this.#start));
    const last = before.at(-1);
    if (!isWhitespace(last)) return keyword - this.#start;
    const isPair = last === LF && before.at(-2) === CR;
    const isEol = last === LF || last === CR;
    return keyword - this.#start - (isPair ? 2 : isEol ? 1 : 0);
  }
}

/** A damaged keyword must not swallow the next objects. */
function indexOfEnd(bytes: Uint8Array): number {
  const endstream = indexOfText(bytes, 'endstream');
  const endobj = indexOfText(endstream < 0 ? bytes : bytes.subarray(0, endstream), 'endobj');
  return endobj >= 0 ? endobj : endstream;
}
