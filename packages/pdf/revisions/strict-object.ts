import type { PDFStream } from 'pdf-lib';
import type { ByteSource } from '../read/byte-source.ts';
import { isWhitespace, latin1, PERCENT, skipWhitespace, startsWithText } from '../read/characters.ts';
import { LazyRawStream } from '../read/lazy-stream.ts';
import { lookupName } from '../read/lookup.ts';
import type { ObjectReader } from '../read/object-reader.ts';
import { AT_OFFSET, type CompressedEntry, IN_STREAM } from '../read/xref-index.ts';
import { decodeStrictly } from './strict-stream.ts';
import { isStrictObjectStream, isStrictValue } from './strict-syntax.ts';

/** An object outside of object streams, written to the letter. */
export interface StrictObject {
  readonly number: number;
  readonly generation: number;
  readonly offset: number;
  readonly stream: LazyRawStream | undefined;
  /** Offset after `endobj`. */
  readonly end: number;
}

/** Longest header and white space before a keyword. */
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
    const opened = this.#reader.openObjectStream(number);
    if (opened === undefined || decodeStrictly(this.#reader, object.stream) === undefined) return false;
    return isStrictObjectStream(opened);
  }

  #isStrictMember(number: number, { stream, index }: CompressedEntry): boolean {
    return this.hasStream(stream) && this.#reader.openObjectStream(stream)?.numbers[index] === number;
  }
}
