import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef, type PDFStream } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { type Budget, DEFAULT_LIMITS, tooComplex } from '../limits.ts';
import { RawStreamBase } from '../pdf-lib-internals.ts';
import type { ByteSource } from './byte-source.ts';
import { CR, indexOfText, isWhitespace, LF, skipWhitespace, startsWithText } from './characters.ts';
import { decodeAscii85, decodeAsciiHex, decodeLzw, decodeRunLength, undoPredictor } from './filters.ts';
import { decodeFlate, decodeSoundFlate } from './flate.ts';
import { nameOf } from './lookup.ts';

/** A stream that cannot be inflated costs so much for each byte. */
const BYTES_FOR_BROKEN = 200;

type Decoder = (bytes: Uint8Array, limit: number, parameters: PDFDict | undefined) => Uint8Array;

const flate: Decoder = (bytes, limit, parameters) => undoPredictor(decodeFlate(bytes, limit), parameters);
const lzw: Decoder = (bytes, limit, parameters) => {
  return undoPredictor(decodeLzw(bytes, limit, isEarly(parameters)), parameters);
};

const soundFlate: Decoder = (bytes, limit, parameters) =>
  undoPredictor(decodeSoundFlate(bytes, limit), parameters);

/** The filters of structure and text (ISO 32000-1 7.4). */
const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['/FlateDecode', flate],
  ['/Fl', flate],
  ['/LZWDecode', lzw],
  ['/LZW', lzw],
  ['/ASCIIHexDecode', decodeAsciiHex],
  ['/AHx', decodeAsciiHex],
  ['/ASCII85Decode', decodeAscii85],
  ['/A85', decodeAscii85],
  ['/RunLengthDecode', decodeRunLength],
  ['/RL', decodeRunLength],
  // The reader has decrypted the bytes already.
  ['/Crypt', (bytes) => bytes],
]);

const SOUND_DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ...DECODERS,
  ['/FlateDecode', soundFlate],
  ['/Fl', soundFlate],
]);

/**
 * Decodes a stream. Throws `too_complex` above `limit` bytes or when the budget is spent, and `damaged` if
 * a filter is unknown or its data is unusable. The budget counts the output of every filter.
 */
export function decodeStream(stream: PDFStream, limit: number, budget?: Budget): Uint8Array {
  return applyFilters(stream, DECODERS, limit, budget);
}

/** Truncates Flate data where it is damaged. */
export function decodeSoundPart(stream: PDFStream, limit: number): Uint8Array {
  return applyFilters(stream, SOUND_DECODERS, limit, undefined);
}

function applyFilters(
  stream: PDFStream,
  decoders: ReadonlyMap<string, Decoder>,
  limit: number,
  budget: Budget | undefined,
): Uint8Array {
  const filters = listFilters(stream.dict);
  if (filters.length > DEFAULT_LIMITS.filters) throw tooComplex('filters', DEFAULT_LIMITS.filters);
  let bytes = stream.getContents();
  if (filters.length === 0) budget?.spend(bytes.length);
  for (const filter of filters) {
    bytes = applyFilter(bytes, filter, decoders, limit, budget);
    budget?.spend(bytes.length);
  }
  return bytes;
}

interface StreamFilter {
  readonly name: string;
  readonly parameters: PDFDict | undefined;
}

function listFilters(dict: PDFDict): StreamFilter[] {
  const names = asList(dict, 'Filter');
  const parameters = asList(dict, 'DecodeParms');
  return names.map((name, index) => {
    const candidate = parameters[index];
    return { name: String(name), parameters: candidate instanceof PDFDict ? candidate : undefined };
  });
}

function asList(dict: PDFDict, key: string): (PDFObject | undefined)[] {
  const value = dict.lookup(PDFName.of(key));
  if (value instanceof PDFArray) return value.asArray().map((item) => dict.context.lookup(item));
  return value === undefined ? [] : [value];
}

function applyFilter(
  bytes: Uint8Array,
  { name, parameters }: StreamFilter,
  decoders: ReadonlyMap<string, Decoder>,
  limit: number,
  budget: Budget | undefined,
): Uint8Array {
  const decode = decoders.get(name);
  if (decode === undefined) {
    throw new PdfError('damaged', `Cannot decode a stream with filter ${name}`, { filter: name });
  }
  try {
    return decode(bytes, limit, parameters);
  } catch (error) {
    budget?.spend(bytes.length * BYTES_FOR_BROKEN);
    throw error;
  }
}

function isEarly(parameters: PDFDict | undefined): boolean {
  const value = parameters?.lookup(PDFName.of('EarlyChange'));
  return !(value instanceof PDFNumber && value.asNumber() === 0);
}

export interface StreamSpan {
  readonly start: number;
  readonly length: number;
  readonly isLengthRight: boolean;
}

export interface StreamReader {
  readonly searches: Budget;
  noteTolerance(): void;
  /** Reads an object afresh. Returns undefined if it does not exist. */
  read(number: number, generation: number): PDFObject | undefined;
}

const TAIL_WINDOW = 32;
/** Most streams are short, and a file may have thousands with a wrong /Length, so the steps grow. */
const FIRST_SEARCH_STEP = 1024;
const SEARCH_STEP_GROWTH = 8;
const MAX_SEARCH_STEP = 64 * 1024;
/** Keywords may cross the border of two steps. */
const SEARCH_OVERLAP = 16;

/** Bytes are read on demand. */
export class LazyRawStream extends RawStreamBase {
  readonly #source: ByteSource;
  readonly #start: number;
  readonly #declaredLength: PDFObject | undefined;
  readonly #reader: StreamReader;
  readonly #decipher: ((bytes: Uint8Array) => Uint8Array) | undefined;
  #span: StreamSpan | undefined;
  #replacement: Uint8Array | undefined;

  constructor(
    dict: PDFDict,
    source: ByteSource,
    start: number,
    reader: StreamReader,
    decipher?: (bytes: Uint8Array) => Uint8Array,
  ) {
    super(dict, undefined);
    this.#source = source;
    this.#start = start;
    this.#declaredLength = dict.get(nameOf('Length'));
    this.#reader = reader;
    this.#decipher = decipher;
  }

  /** On every access, because they may be large. */
  get contents(): Uint8Array {
    if (this.#replacement !== undefined) return this.#replacement;
    const { start, length } = this.locate();
    const bytes = this.#source.read(start, length);
    return this.#decipher === undefined ? bytes : this.#decipher(bytes);
  }

  set contents(bytes: Uint8Array | undefined) {
    // The base constructor assigns undefined first, which must not replace the contents.
    if (bytes !== undefined) this.#replacement = bytes;
  }

  /** The contents are those of the file. */
  get isUntouched(): boolean {
    return this.#replacement === undefined;
  }

  /** The bytes of the file can be copied. */
  get isVerbatim(): boolean {
    return this.#replacement === undefined && this.#decipher === undefined;
  }

  get source(): ByteSource {
    return this.#source;
  }

  /** Takes a dictionary that has to keep /Length. */
  withDict(dict: PDFDict): LazyRawStream {
    return new LazyRawStream(dict, this.#source, this.#start, this.#reader, this.#decipher);
  }

  override getContentsSize(): number {
    return this.isVerbatim ? this.locate().length : this.contents.length;
  }

  /** Finds the contents by /Length if `endstream` follows, otherwise by searching. */
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
    let length = FIRST_SEARCH_STEP;
    for (let from = this.#start; from < this.#source.size; from += length) {
      if (from > this.#start) length = Math.min(length * SEARCH_STEP_GROWTH, MAX_SEARCH_STEP);
      const step = this.#source.read(from, length + SEARCH_OVERLAP);
      const at = indexOfEnd(step);
      this.#reader.searches.spend(at < 0 ? step.length : at);
      if (at >= 0) return this.#trimmedLength(from + at);
    }
    return this.#source.size - this.#start;
  }

  /** Returns the length without the end-of-line marker before `endstream` (ISO 32000-1 7.3.8.1). */
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
