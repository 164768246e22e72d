import { CR, isDigit, LF, skipWhitespace, startsWithText, ZERO } from '../read/characters.ts';
import type { ObjectReader } from '../read/object-reader.ts';
import { ObjectSurvey, PLAIN, PLAIN_STREAM } from './object-survey.ts';
import { ReferenceList } from './reference-list.ts';
import { ReferenceScanner, type SoughtNames } from './reference-scanner.ts';
import { SlidingWindow } from './sliding-window.ts';
import { surveyMembers } from './survey-members.ts';
import { FileEntries } from './xref-entries.ts';

/** Bytes of an object looked at first; a stream's dictionary is rarely longer. */
const FIRST_REACH = 8 * 1024;
const REACH_GROWTH = 8;
/** Bytes behind a stream's contents in which its end has to be found. */
const STREAM_TAIL = 64;
/** `endobj` and `stream` with room: a word cut by the window ends within so many bytes of it. */
const LONGEST_WORD = 16;

/**
 * Passes once over all objects of a file, in the order of their places, without making any. Contents of streams are
 * not read, object streams are inflated.
 */
export function surveyObjects(reader: ObjectReader, options: SurveyOptions = {}): ObjectSurvey {
  const surveyor = new Surveyor(reader, options);
  surveyor.surveyPlaces();
  surveyMembers(reader, surveyor.survey, surveyor.scan);
  return surveyor.survey;
}

export interface SurveyOptions {
  /** Looked for on the way; none by default. */
  readonly names?: SoughtNames;
  /** Whether to note where references are spelled. */
  readonly keepsPlaces?: boolean;
}

/** Offsets of an object's number and of its value. */
interface ObjectHeader {
  readonly start: number;
  readonly bodyStart: number;
}

/** Scans a value and notes its references; undefined when it has to be parsed. */
export type ScanBody = (bytes: Uint8Array, start: number, end: number) => ReferenceScanner | undefined;

class Surveyor {
  readonly survey: ObjectSurvey;
  readonly #reader: ObjectReader;
  readonly #window: SlidingWindow;
  readonly #scanner: ReferenceScanner;
  /** False when a reference has another generation than the cross-reference: it has to be written anew. */
  #areReferencesRight = true;
  /** Where the value begins that is scanned. */
  #valueStart = 0;

  constructor(reader: ObjectReader, { names, keepsPlaces = false }: SurveyOptions) {
    this.#reader = reader;
    this.#scanner = new ReferenceScanner(
      (number, generation) => this.#takeReference(number, generation),
      names,
    );
    this.#window = new SlidingWindow(reader.source);
    this.survey = new ObjectSurvey(FileEntries.of(reader.index), keepsPlaces);
  }

  readonly scan: ScanBody = (bytes, start, end) => {
    this.#areReferencesRight = true;
    this.#valueStart = start;
    const isPlain = this.#scanner.scan(bytes, start, end) && this.#areReferencesRight;
    return isPlain ? this.#scanner : undefined;
  };

  /** An object that reaches into the next one is not plain: so no byte is scanned for two objects. */
  surveyPlaces(): void {
    const { source } = this.#reader;
    const { entries, numbersByOffset: numbers } = this.survey;
    for (let i = 0; i < numbers.length; i += 1) {
      const next = numbers[i + 1];
      this.#surveyPlace(numbers[i] ?? 0, next === undefined ? source.size : entries.place(next));
    }
  }

  #surveyPlace(number: number, boundary: number): void {
    const offset = this.survey.entries.place(number);
    const header = this.#readHeader(number, offset, boundary);
    const mark = this.survey.references.length;
    for (let reach = FIRST_REACH; header !== undefined; reach *= REACH_GROWTH) {
      const end = Math.min(boundary, offset + reach);
      this.#window.show(offset, end - offset);
      if (this.#scanObject(number, header, end, boundary, mark)) return;
      this.survey.references.length = mark;
      // Only what ran out of bytes may turn out plain with more of them.
      if (end === boundary || this.#window.base + this.#scanner.position + LONGEST_WORD < end) return;
    }
  }

  #readHeader(number: number, offset: number, boundary: number): ObjectHeader | undefined {
    if (offset >= boundary) return undefined;
    this.#window.show(offset, Math.min(FIRST_REACH, boundary - offset));
    const { bytes, base } = this.#window;
    const at = skipWhitespace(bytes, offset - base);
    const body = skipHeader(bytes, at, number, this.survey.entries.generation(number));
    return body < 0 ? undefined : { start: base + at, bodyStart: base + body };
  }

  /** Takes in the object when it is plain up to `end`. */
  #scanObject(number: number, header: ObjectHeader, end: number, boundary: number, mark: number): boolean {
    const { bytes, base } = this.#window;
    const scanned = this.scan(bytes, header.bodyStart - base, end - base);
    if (scanned === undefined) return false;
    const word = base + scanned.position;
    const isStream = startsWithText(bytes, scanned.position, 'stream');
    const behind = isStream
      ? this.#findStreamEnd(word + 'stream'.length, scanned.streamLength, boundary)
      : this.#findEnd(word, 'endobj', boundary);
    if (behind === undefined) return false;
    const place = { ...header, end: behind, bodyEnd: base + scanned.bodyEnd };
    this.survey.add(number, isStream ? PLAIN_STREAM : PLAIN, place, mark, scanned);
    return true;
  }

  /** The keyword `stream` is followed by LF or CR LF (ISO 32000-1 7.3.8.1). */
  #findStreamEnd(position: number, length: number, boundary: number): number | undefined {
    const [first, second] = this.#window.peek(position, 2);
    const skipped = first === LF ? 1 : first === CR && second === LF ? 2 : 0;
    if (skipped === 0 || length < 0) return undefined;
    const endstream = this.#findEnd(position + skipped + length, 'endstream', boundary);
    return endstream === undefined ? undefined : this.#findEnd(endstream, 'endobj', boundary);
  }

  /** Behind white space, the word and the white space after it. */
  #findEnd(position: number, word: string, boundary: number): number | undefined {
    if (position >= boundary) return undefined;
    const bytes = this.#window.peek(position, Math.min(STREAM_TAIL, boundary - position));
    const at = skipWhitespace(bytes, 0);
    if (!startsWithText(bytes, at, word)) return undefined;
    return position + skipWhitespace(bytes, at + word.length);
  }

  #takeReference(number: number, generation: number): void {
    const { entries, references } = this.survey;
    const { referenceStart, position } = this.#scanner;
    const expected = entries.has(number) ? entries.generation(number) : 0;
    const start = referenceStart - this.#valueStart;
    const length = position + 1 - referenceStart;
    if (generation !== expected || !ReferenceList.canHold(start, length)) this.#areReferencesRight = false;
    else references.add(number, start, length);
  }
}

/** Behind `12 0 obj`; -1 when the header is another one. */
export function skipHeader(bytes: Uint8Array, at: number, number: number, generation: number): number {
  const first = skipInteger(bytes, at, number);
  const second = first < 0 ? -1 : skipInteger(bytes, skipWhitespace(bytes, first), generation);
  const word = second < 0 ? -1 : skipWhitespace(bytes, second);
  return word >= 0 && startsWithText(bytes, word, 'obj') ? word + 3 : -1;
}

/** Behind the digits when they spell the value, else -1. */
function skipInteger(bytes: Uint8Array, at: number, expected: number): number {
  let value = 0;
  let end = at;
  for (; isDigit(bytes[end]); end += 1) value = value * 10 + (bytes[end] ?? 0) - ZERO;
  return end > at && value === expected ? end : -1;
}
