import { CR, isDigit, isWhitespace, LF, skipWhitespace, startsWithText, ZERO } from '../read/characters.ts';
import type { ObjectReader } from '../read/object-reader.ts';
import { SlidingWindow } from './byte-writer.ts';
import { hashSample, SAMPLE_LENGTH } from './content-hash.ts';
import { addStreamMembers } from './object-packer.ts';
import {
  COPYABLE,
  COPYABLE_STREAM,
  ObjectSurvey,
  type ScanBody,
  type StreamSample,
  SurveyReferences,
} from './object-survey.ts';
import { ReferenceScanner, type SearchedNames } from './reference-scanner.ts';
import { FileEntries } from './xref-entries.ts';

/** A stream's dictionary is rarely longer. */
const FIRST_REACH = 8 * 1024;
const REACH_GROWTH = 8;
/** The end of a stream must be found within so many bytes. */
const STREAM_TAIL = 64;
/** The end of the window may cut `endobj` and `stream`. */
const MAX_WORD_LENGTH = 16;

/** Surveys all objects in one pass, without creating any. Stream contents are not read. */
export function buildObjectSurvey(reader: ObjectReader, options: SurveyOptions = {}): ObjectSurvey {
  const surveyor = new Surveyor(reader, options);
  // Their strings and contents have to be decrypted.
  if (reader.encryption === undefined) surveyor.addObjectsAtOffsets();
  addStreamMembers(reader, surveyor.survey, surveyor.scan);
  return surveyor.survey;
}

export interface SurveyOptions {
  readonly names?: SearchedNames;
  readonly keepsOffsets?: boolean;
}

class Surveyor {
  readonly survey: ObjectSurvey;
  readonly #reader: ObjectReader;
  readonly #window: SlidingWindow;
  readonly #scanner: ReferenceScanner;
  #scannedTo = 0;

  constructor(reader: ObjectReader, { names, keepsOffsets = false }: SurveyOptions) {
    this.#reader = reader;
    this.#scanner = new ReferenceScanner(names);
    this.#window = new SlidingWindow(reader.source);
    this.survey = new ObjectSurvey(FileEntries.of(reader.index), reader.source.size, keepsOffsets);
  }

  readonly scan: ScanBody = (bytes, start, end) => {
    const scanner = this.#scanner;
    return scanner.scan(bytes, start, end) && this.#addReferences(start) ? scanner : undefined;
  };

  /** An object that reaches into the next must be parsed, so that no byte is scanned twice. */
  addObjectsAtOffsets(): void {
    const { source } = this.#reader;
    const { entries, numbersByOffset: numbers } = this.survey;
    let offset = numbers.length === 0 ? 0 : entries.offsetOrStream(numbers[0] as number);
    for (let i = 0; i < numbers.length; i += 1) {
      const next = i + 1 < numbers.length ? entries.offsetOrStream(numbers[i + 1] as number) : source.size;
      if (offset < next) this.#addObject(numbers[i] as number, offset, next);
      offset = next;
    }
  }

  #addObject(number: number, offset: number, boundary: number): void {
    const mark = this.survey.references.length;
    for (let reach = FIRST_REACH; ; reach *= REACH_GROWTH) {
      const end = Math.min(boundary, offset + reach);
      this.#window.show(offset, end - offset);
      if (this.#scanObject(number, offset, end, boundary)) return;
      this.survey.references.length = mark;
      // More bytes help only if the scan ran out of them.
      if (end === boundary || this.#scannedTo + MAX_WORD_LENGTH < end) return;
    }
  }

  #scanObject(number: number, offset: number, end: number, boundary: number): boolean {
    const { bytes, base } = this.#window;
    const { survey } = this;
    const mark = survey.references.length;
    const start = skipWhitespace(bytes, offset - base);
    const body = skipHeader(bytes, start, number, survey.entries.generation(number));
    this.#scannedTo = offset;
    if (body < 0) return false;
    const scanned = this.scan(bytes, body, end - base);
    this.#scannedTo = base + this.#scanner.position;
    if (scanned === undefined) return false;
    const { position, bodyEnd } = scanned;
    const isStream = startsWithText(bytes, position, 'stream');
    const contents = isStream ? startOfContents(bytes, position + 'stream'.length) : position;
    if (contents < 0 || (isStream && scanned.streamLength < 0)) return false;
    if (isStream && scanned.hasFile) return false;
    const isSampled = isStream && this.#isSampled(mark, scanned);
    const sample = isSampled ? this.#sampleAt(base + contents, scanned.streamLength) : undefined;
    const after = isStream
      ? this.#findStreamEnd(base + contents, scanned.streamLength, boundary)
      : this.#findEnd(base + contents, 'endobj', boundary);
    if (after < 0) return false;
    survey.add(number, isStream ? COPYABLE_STREAM : COPYABLE, mark, scanned, sample);
    survey.setExtent(number, base + start, base + body, base + bodyEnd, after);
    return true;
  }

  #isSampled(mark: number, { isComparable, hasName }: ReferenceScanner): boolean {
    return isComparable && !hasName && this.survey.references.length === mark;
  }

  #sampleAt(contents: number, length: number): StreamSample {
    const size = Math.min(length, SAMPLE_LENGTH);
    this.#window.show(contents, size);
    const { bytes, base } = this.#window;
    const start = contents - base;
    return { length, hash: hashSample(bytes, start, Math.min(start + size, bytes.length)) };
  }

  #findStreamEnd(contents: number, length: number, boundary: number): number {
    const endstream = this.#findEnd(contents + length, 'endstream', boundary);
    return endstream < 0 ? -1 : this.#findEnd(endstream, 'endobj', boundary);
  }

  /** Returns -1 if the word is missing. Moves the window. */
  #findEnd(position: number, word: string, boundary: number): number {
    if (position >= boundary) return -1;
    const length = Math.min(STREAM_TAIL, boundary - position);
    this.#window.show(position, length);
    const { bytes, base } = this.#window;
    const end = position - base + length;
    const at = skipWhitespaceTo(bytes, position - base, end);
    if (at + word.length > end || !startsWithText(bytes, at, word)) return -1;
    return base + skipWhitespaceTo(bytes, at + word.length, end);
  }

  /** Returns false if a generation is wrong: the object has to be written anew. */
  #addReferences(valueStart: number): boolean {
    const { references: found } = this.#scanner;
    const { entries, references } = this.survey;
    for (let at = 0; at < found.length; at += 1) {
      const number = found.number(at);
      const expected = entries.has(number) ? entries.generation(number) : 0;
      if (found.generation(at) !== expected) return false;
      const start = found.start(at) - valueStart;
      const length = found.end(at) - found.start(at);
      if (!SurveyReferences.canHold(start, length)) return false;
      references.add(number, start, length);
    }
    return true;
  }
}

function skipHeader(bytes: Uint8Array, at: number, number: number, generation: number): number {
  const first = skipInteger(bytes, at, number);
  const second = first < 0 ? -1 : skipInteger(bytes, skipWhitespace(bytes, first), generation);
  const word = second < 0 ? -1 : skipWhitespace(bytes, second);
  return word >= 0 && startsWithText(bytes, word, 'obj') ? word + 3 : -1;
}

/** Returns the offset after LF or CR LF (ISO 32000-1 7.3.8.1), or -1. */
function startOfContents(bytes: Uint8Array, at: number): number {
  if (bytes[at] === LF) return at + 1;
  return bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : -1;
}

function skipInteger(bytes: Uint8Array, at: number, expected: number): number {
  let value = 0;
  let end = at;
  for (; isDigit(bytes[end]); end += 1) value = value * 10 + (bytes[end] ?? 0) - ZERO;
  return end > at && value === expected ? end : -1;
}

function skipWhitespaceTo(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isWhitespace(bytes[at])) at += 1;
  return at;
}
