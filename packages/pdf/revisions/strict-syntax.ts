import { PDFArray, type PDFDict, PDFName, PDFNumber, type PDFStream } from 'pdf-lib';
import { zlib } from '../node-modules.ts';
import type { ByteSource } from '../read/byte-source.ts';
import { isWhitespace, latin1, PERCENT, skipWhitespace, startsWithText } from '../read/characters.ts';
import { DictKeys } from '../read/dict-keys.ts';
import { lookupName } from '../read/lookup.ts';
import type { ObjectReader } from '../read/object-reader.ts';
import type { OpenObjectStream } from '../read/object-stream.ts';
import { kindOf } from '../read/raw-value.ts';
import { decodeStream, LazyRawStream } from '../read/streams.ts';
import { StrictReader } from '../read/strict-reader.ts';
import { hasIndirectEntry } from '../read/tree-entries.ts';
import { AT_OFFSET, type CompressedEntry, IN_STREAM } from '../read/xref-index.ts';

const DIRECT_KEYS = ['Type', 'N', 'First', 'Length', 'Filter', 'DecodeParms'];
/** Some readers take these for /Filter, /DecodeParms or an external file. */
const OTHER_KEYS = ['F', 'FFilter', 'FDecodeParms', 'DP', 'XRefStm'].map((key) => PDFName.of(key));
const FLATE = PDFName.of('FlateDecode');
const FIRST_PNG_PREDICTOR = 10;
const LAST_PNG_PREDICTOR = 15;
const LAST_PNG_FILTER = 4;

/**
 * Decodes a cross-reference or object stream that every reader decodes alike: without a filter, or undamaged Flate
 * data, perhaps with PNG prediction. Returns undefined for any other.
 */
export function decodeStrictly(reader: ObjectReader, stream: PDFStream): Uint8Array | undefined {
  const { dict } = stream;
  if (OTHER_KEYS.some((key) => dict.has(key)) || hasIndirectEntry(dict, DIRECT_KEYS)) return undefined;
  const { limits, inflated } = reader;
  const decoded = decodeStream(stream, limits.inflatedStream, inflated);
  if (!dict.has(PDFName.of('Filter'))) return decoded;
  const columns = readColumns(dict);
  if (onlyItem(dict, 'Filter') !== FLATE || columns === undefined) return undefined;
  const data = inflateWhole(stream.getContents(), limits.inflatedStream);
  return data !== undefined && (columns === 0 || hasWholeRows(data, columns)) ? decoded : undefined;
}

/** Returns 0 without a predictor, and undefined for unusual parameters. */
function readColumns(dict: PDFDict): number | undefined {
  const parameters = onlyItem(dict, 'DecodeParms');
  if (parameters === undefined) return dict.has(PDFName.of('DecodeParms')) ? undefined : 0;
  if (!('get' in parameters)) return undefined;
  const numbers = ['Predictor', 'Columns', 'Colors', 'BitsPerComponent'].map((key) => {
    const value = (parameters as PDFDict).get(PDFName.of(key));
    return value instanceof PDFNumber ? value.asNumber() : value === undefined ? undefined : Number.NaN;
  });
  const [predictor = 1, columns = 1, colors = 1, bits = 8] = numbers;
  if (predictor === 1) return 0;
  const isPng = predictor >= FIRST_PNG_PREDICTOR && predictor <= LAST_PNG_PREDICTOR;
  return isPng && columns > 0 && colors === 1 && bits === 8 ? columns : undefined;
}

/** Returns an entry, or the item of an array of one. */
function onlyItem(dict: PDFDict, key: string) {
  const value = dict.get(PDFName.of(key));
  if (!(value instanceof PDFArray)) return value;
  return value.size() === 1 ? value.get(0) : undefined;
}

/** Returns undefined for truncated data and wrong checksums, which readers treat differently. */
function inflateWhole(bytes: Uint8Array, limit: number): Uint8Array | undefined {
  try {
    return zlib().inflateSync(bytes, { maxOutputLength: limit });
  } catch {
    return undefined;
  }
}

function hasWholeRows(data: Uint8Array, columns: number): boolean {
  const row = columns + 1;
  if (data.length % row !== 0) return false;
  for (let at = 0; at < data.length; at += row) if ((data[at] ?? 0) > LAST_PNG_FILTER) return false;
  return true;
}

/** Readers that parse longer values may differ. */
const MAX_LENGTH = 16 * 1024 * 1024;

const ONLY_BLANK = /^[\0\t\n\f\r ]*$/;
const STREAM = /^[\0\t\n\f\r ]*stream\r?\n$/;
const INDEX = /^[\0\t\n\f\r \d]*$/;

/** The values of these keys are integers: some readers ignore `/Rotate 90.0`, others do not. */
const INTEGER_KEYS = new DictKeys(['Length', 'Rotate', 'F', 'Ff', 'MaxLen', 'Q']);

class LetterReader extends StrictReader {
  constructor() {
    super(INTEGER_KEYS);
  }

  protected override noteKey(_index: number, _bytes: Uint8Array, end: number): void {
    this.integerKeyEnd = end;
  }
}

const LETTER_READER = new LetterReader();

interface StrictOptions {
  /** The value is followed by the beginning of a stream. */
  readonly isStream?: boolean;
  /** Real numbers are refused, as in dictionaries of the file structure. */
  readonly hasOnlyIntegers?: boolean;
}

/**
 * Returns true for one value, and white space or the beginning of a stream, as ISO 32000-1 7.3 defines them.
 * Readers interpret anything else differently: `[+7 0 R]`, `72e2`, `stream q` on one line.
 */
export function isStrictValue(
  bytes: Uint8Array,
  start = 0,
  { isStream = false, hasOnlyIntegers = false }: StrictOptions = {},
): boolean {
  if (bytes.length > MAX_LENGTH) return false;
  const end = LETTER_READER.endOfValue(bytes, start, bytes.length);
  if (end < 0 || LETTER_READER.isOdd || (hasOnlyIntegers && LETTER_READER.hasReal)) return false;
  if (isRealOrRef(bytes, skipWhitespace(bytes, start), end)) return false;
  return (isStream ? STREAM : ONLY_BLANK).test(latin1(bytes, end));
}

/** A reference does not count as an object (7.3.10); the key of a real number, which may need an integer, is elsewhere. */
function isRealOrRef(bytes: Uint8Array, start: number, end: number): boolean {
  const kind = kindOf(bytes, start, end);
  return kind === 'ref' || (kind === 'number' && LETTER_READER.hasReal);
}

/** Its index and all members follow 7.5.7 to the letter. */
function isStrictObjectStream({ bytes, numbers, positions }: OpenObjectStream): boolean {
  const index = latin1(bytes, 0, positions[0] ?? bytes.length);
  if (!INDEX.test(index) || (index.match(/\d+/g)?.length ?? 0) !== numbers.length * 2) return false;
  return positions.every((position, at) => {
    const next = positions[at + 1] ?? bytes.length;
    return next > position && next <= bytes.length && isStrictValue(bytes.subarray(position, next));
  });
}

/** An object outside of object streams that is written to the letter. */
export interface StrictObject {
  readonly number: number;
  readonly generation: number;
  readonly offset: number;
  readonly stream: LazyRawStream | undefined;
  /** The offset after `endobj`. */
  readonly end: number;
}

/** The longest header, and white space before a keyword, fit into the window. */
const WINDOW = 256;
const HEADER = /^(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj(?=[\0\t\n\f\r ()<>[\]{}/%])/;
const MAX_BLANK_BYTES = 64;

/** Reads the object with a header at an offset. Returns undefined unless every reader reads it in the same way. */
export function readStrictObject(reader: ObjectReader, offset: number): StrictObject | undefined {
  const { parser, source } = reader;
  const header = HEADER.exec(latin1(source.read(offset, WINDOW)))?.[0];
  const found = header === undefined ? undefined : reader.readAt(offset);
  // Also of a cross-reference stream, which does not have to list itself.
  if (header === undefined || found === undefined || parser.isAmbiguous) return undefined;
  const { number, generation, object } = found;
  const stream = object instanceof LazyRawStream ? object : undefined;
  const head = source.read(offset, stream === undefined ? found.end : stream.locate().start - offset);
  const options = { isStream: stream !== undefined, hasOnlyIntegers: isStructure(stream) };
  if (!isStrictValue(head, header.length, options)) return undefined;
  const bodyEnd = stream === undefined ? offset + found.end : endOfStream(source, stream);
  const end = bodyEnd && skipWord(source, bodyEnd, 'endobj');
  return end === undefined ? undefined : { number, generation, offset, stream, end };
}

/** Some producers list the white space before an object or section. */
export function skipBlankBytes(source: ByteSource, offset: number): number {
  return offset + skipWhitespace(source.read(offset, MAX_BLANK_BYTES), 0);
}

export function isObjectStream(stream: PDFStream | undefined): boolean {
  return stream !== undefined && lookupName(stream.dict, 'Type') === 'ObjStm';
}

function isStructure(stream: PDFStream | undefined): boolean {
  return isObjectStream(stream) || (stream !== undefined && lookupName(stream.dict, 'Type') === 'XRef');
}

function endOfStream(source: ByteSource, stream: LazyRawStream): number | undefined {
  const { start, length, isLengthRight } = stream.locate();
  return isLengthRight ? skipWord(source, start + length, 'endstream') : undefined;
}

function skipWord(source: ByteSource, from: number, word: string): number | undefined {
  const bytes = source.read(from, WINDOW);
  const at = skipWhitespace(bytes, 0);
  const after = bytes[at + word.length];
  if (!startsWithText(bytes, at, word) || !(isWhitespace(after) || after === PERCENT)) return undefined;
  return from + at + word.length;
}

/** Decides which objects of a file are written to the letter. */
export class StrictObjects {
  readonly #reader: ObjectReader;
  readonly #streams = new Map<number, boolean>();

  constructor(reader: ObjectReader) {
    this.#reader = reader;
  }

  /** Returns true also for a missing object, which every reader takes for null. */
  has(number: number): boolean {
    const { index, source } = this.#reader;
    const entry = index.find(number);
    if (entry.kind === IN_STREAM) return this.#isStrictMember(number, entry);
    if (entry.kind !== AT_OFFSET) return true;
    const object = readStrictObject(this.#reader, skipBlankBytes(source, entry.offset));
    return object?.number === number && object.generation === entry.generation;
  }

  /** Returns true for an object stream that every reader decodes and divides in the same way. */
  hasStream(number: number): boolean {
    const known = this.#streams.get(number) ?? this.#isStrictStream(number);
    this.#streams.set(number, known);
    return known;
  }

  #isStrictStream(number: number): boolean {
    const entry = this.#reader.index.find(number);
    if (entry.kind !== AT_OFFSET) return false;
    const object = readStrictObject(this.#reader, skipBlankBytes(this.#reader.source, entry.offset));
    if (object?.number !== number || !isObjectStream(object.stream) || object.stream === undefined)
      return false;
    const opened = this.#reader.objectStreams.open(number);
    if (opened === undefined || decodeStrictly(this.#reader, object.stream) === undefined) return false;
    return isStrictObjectStream(opened);
  }

  #isStrictMember(number: number, { stream, index }: CompressedEntry): boolean {
    return this.hasStream(stream) && this.#reader.objectStreams.open(stream)?.numbers[index] === number;
  }
}
