import type { ByteSource } from '../read/byte-source.ts';
import type { ObjectReader } from '../read/object-reader.ts';
import { buildObjectSurvey } from './build-survey.ts';
import { SlidingWindow } from './byte-writer.ts';
import { COPYABLE_MEMBER, COPYABLE_STREAM, NEEDS_PARSING, type ObjectSurvey } from './object-survey.ts';
import type { SourceRange } from './pdf-bytes.ts';
import type { SearchedNames } from './reference-scanner.ts';

/** The original bytes of an object. One instance is reused for all of a file. */
export interface CopyableBody {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly start: number;
  /** The end of the object; for a stream with `rest`, the end of its dictionary. */
  readonly end: number;
  readonly isStream: boolean;
  /** Everything after the dictionary of a long stream. */
  readonly rest: SourceRange | undefined;
}

/** Longer streams, with their dictionaries, are not read. */
const MAX_STREAM_READ_BYTES = 8 * 1024;

/** Only their references change when they are copied. */
export class CopyableObjects {
  /** Lists objects in file order; members of object streams come last. */
  readonly numbers: Uint32Array;
  readonly survey: ObjectSurvey;
  readonly #reader: ObjectReader;

  constructor(reader: ObjectReader, names: SearchedNames) {
    this.#reader = reader;
    this.survey = buildObjectSurvey(reader, { names, keepsOffsets: true });
    this.numbers = listCopyable(this.survey);
  }

  /** Visits objects in the order that reads the file once. */
  read(isWanted: (number: number) => boolean, visit: (body: CopyableBody) => void): void {
    const members = new Map<number, number[]>();
    const reading = new BodyReader(this.#reader.source, this.survey);
    for (let at = 0; at < this.numbers.length; at += 1) {
      const number = this.numbers[at] as number;
      if (!isWanted(number)) continue;
      if (this.survey.form(number) === COPYABLE_MEMBER) addMember(members, this.#streamOf(number), number);
      else {
        reading.goTo(number);
        visit(reading);
      }
    }
    for (const [stream, numbers] of members) this.#readMembers(reading, stream, numbers, visit);
  }

  #streamOf(number: number): number {
    return this.survey.entries.offsetOrStream(number);
  }

  #readMembers(
    reading: BodyReader,
    stream: number,
    numbers: readonly number[],
    visit: (body: CopyableBody) => void,
  ): void {
    const opened = this.#reader.objectStreams.open(stream);
    if (opened === undefined) return;
    for (const number of numbers) {
      reading.goToMember(number, opened.bytes);
      visit(reading);
    }
  }
}

/** One reader serves all objects, so that none is allocated for each. */
class BodyReader implements CopyableBody {
  number = 0;
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
  isStream = false;
  rest: SourceRange | undefined;
  readonly #source: ByteSource;
  readonly #survey: ObjectSurvey;
  readonly #window: SlidingWindow;

  constructor(source: ByteSource, survey: ObjectSurvey) {
    this.#source = source;
    this.#survey = survey;
    this.#window = new SlidingWindow(source);
  }

  goTo(number: number): void {
    const survey = this.#survey;
    const bodyStart = survey.bodyStart(number);
    const bodyEnd = survey.bodyEnd(number);
    this.number = number;
    this.isStream = survey.form(number) === COPYABLE_STREAM;
    const end = this.isStream ? survey.end(number) : bodyEnd;
    const isLong = this.isStream && end - bodyStart > MAX_STREAM_READ_BYTES;
    this.rest = isLong ? { source: this.#source, start: bodyEnd, length: end - bodyEnd } : undefined;
    this.#show(bodyStart, isLong ? bodyEnd : end);
  }

  goToMember(number: number, bytes: Uint8Array): void {
    this.number = number;
    this.isStream = false;
    this.rest = undefined;
    this.bytes = bytes;
    this.start = this.#survey.bodyStart(number);
    this.end = this.#survey.bodyEnd(number);
  }

  #show(start: number, end: number): void {
    this.#window.show(start, end - start);
    const { bytes, base } = this.#window;
    this.bytes = bytes;
    this.start = start - base;
    this.end = end - base;
  }
}

function listCopyable(survey: ObjectSurvey): Uint32Array {
  const { numbersByOffset, entries } = survey;
  // The array is bounded by the objects, not by the highest number.
  const all = entries.numbers;
  const copyable = new Uint32Array(all.length);
  let count = 0;
  for (let at = 0; at < numbersByOffset.length; at += 1) {
    const number = numbersByOffset[at] as number;
    if (isCopyable(survey, number)) copyable[count++] = number;
  }
  for (let at = 0; survey.hasMembers && at < all.length; at += 1) {
    const number = all[at] as number;
    if (survey.form(number) === COPYABLE_MEMBER && isCopyable(survey, number)) copyable[count++] = number;
  }
  return copyable.slice(0, count);
}

function isCopyable(survey: ObjectSurvey, number: number): boolean {
  return survey.form(number) !== NEEDS_PARSING && !survey.hasName(number) && !survey.isSignature(number);
}

function addMember(members: Map<number, number[]>, stream: number, number: number): void {
  const known = members.get(stream);
  if (known === undefined) members.set(stream, [number]);
  else known.push(number);
}
