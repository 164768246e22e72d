import type { ByteSource } from '../read/byte-source.ts';
import type { ObjectReader } from '../read/object-reader.ts';
import {
  NOT_PLAIN,
  type ObjectSurvey,
  PLAIN_MEMBER,
  PLAIN_STREAM,
  type StreamSample,
} from './object-survey.ts';
import type { ReferenceList } from './reference-list.ts';
import type { SoughtNames } from './reference-scanner.ts';
import type { SourceRange } from './segment.ts';
import { SlidingWindow } from './sliding-window.ts';
import { surveyObjects } from './survey-objects.ts';

/** An object's original bytes. One instance is reused for all of a file. */
export interface PlainBody {
  readonly number: number;
  readonly bytes: Uint8Array;
  /** Offset of the value in `bytes`. */
  readonly start: number;
  /** Offset after the value; for a stream, after the object, or after the dictionary if `rest` is set. */
  readonly end: number;
  readonly isStream: boolean;
  /** Of a long stream: everything after its dictionary, to the end of the object. */
  readonly rest: SourceRange | undefined;
}

/** Streams up to this length are read together with their dictionaries. */
const MAX_STREAM_READ_BYTES = 8 * 1024;

/**
 * Objects that can be copied with only the numbers in their references changed, as they contain none of some
 * names. Found in one pass without creating objects.
 */
export class PlainObjects {
  /** In file order; members of object streams come last. */
  readonly numbers: Uint32Array;
  readonly references: ReferenceList;
  readonly #reader: ObjectReader;
  readonly #survey: ObjectSurvey;

  constructor(reader: ObjectReader, names: SoughtNames) {
    this.#reader = reader;
    this.#survey = surveyObjects(reader, { names, keepsPlaces: true });
    this.references = this.#survey.references;
    this.numbers = listPlain(this.#survey);
  }

  generation(number: number): number {
    return this.#survey.entries.generation(number);
  }

  isSampled(number: number): boolean {
    return this.#survey.isSampled(number);
  }

  /** Returns the sample of a stream that may equal others and has no references. */
  sample(number: number): StreamSample | undefined {
    return this.#survey.sample(number);
  }

  /** Index of the first reference of an object. */
  firstReference(number: number): number {
    return this.#survey.firstReference(number);
  }

  endOfReferences(number: number): number {
    return this.#survey.endOfReferences(number);
  }

  /** Passes the wanted objects to `take` in an order that reads the file once. */
  read(isWanted: (number: number) => boolean, take: (body: PlainBody) => void): void {
    const members = new Map<number, number[]>();
    const reading = new PlainReading(this.#reader.source, this.#survey);
    for (let at = 0; at < this.numbers.length; at += 1) {
      const number = this.numbers[at] as number;
      if (!isWanted(number)) continue;
      if (this.#survey.form(number) === PLAIN_MEMBER) addMember(members, this.#streamOf(number), number);
      else {
        reading.goTo(number);
        take(reading);
      }
    }
    for (const [stream, numbers] of members) this.#readMembers(reading, stream, numbers, take);
  }

  #streamOf(number: number): number {
    return this.#survey.entries.place(number);
  }

  #readMembers(
    reading: PlainReading,
    stream: number,
    numbers: readonly number[],
    take: (body: PlainBody) => void,
  ): void {
    const opened = this.#reader.openObjectStream(stream);
    if (opened === undefined) return;
    for (const number of numbers) {
      reading.goToMember(number, opened.bytes);
      take(reading);
    }
  }
}

/** Iterates over objects without allocating for each. */
class PlainReading implements PlainBody {
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
    this.isStream = survey.form(number) === PLAIN_STREAM;
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

function listPlain(survey: ObjectSurvey): Uint32Array {
  const { numbersByOffset, entries } = survey;
  // Bounded by the objects, not by the highest number.
  const all = entries.numbers;
  const plain = new Uint32Array(all.length);
  let count = 0;
  for (let at = 0; at < numbersByOffset.length; at += 1) {
    const number = numbersByOffset[at] as number;
    if (isPlain(survey, number)) plain[count++] = number;
  }
  for (let at = 0; survey.hasMembers && at < all.length; at += 1) {
    const number = all[at] as number;
    if (survey.form(number) === PLAIN_MEMBER && isPlain(survey, number)) plain[count++] = number;
  }
  return plain.slice(0, count);
}

function isPlain(survey: ObjectSurvey, number: number): boolean {
  return survey.form(number) !== NOT_PLAIN && !survey.hasName(number) && !survey.isSignature(number);
}

function addMember(members: Map<number, number[]>, stream: number, number: number): void {
  const known = members.get(stream);
  if (known === undefined) members.set(stream, [number]);
  else known.push(number);
}
