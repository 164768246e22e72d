import type { ObjectReader } from '../read/object-reader.ts';
import { NOT_PLAIN, type ObjectSurvey, PLAIN_MEMBER, PLAIN_STREAM } from './object-survey.ts';
import type { ReferenceList } from './reference-list.ts';
import type { SoughtNames } from './reference-scanner.ts';
import type { Segment } from './segment.ts';
import { SlidingWindow } from './sliding-window.ts';
import { surveyObjects } from './survey-objects.ts';

/** The value of an object as it is spelled, from `start` to before `end`; of a stream its dictionary. */
export interface PlainBody {
  /** Of the object, in the file that is read. */
  readonly number: number;
  /** Of the file that is read: there until the next object is handed out. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Of a stream: what follows its dictionary, up to the end of the object. */
  readonly tail: Segment | undefined;
}

/** Streams up to this length are read together with their dictionaries. */
const LONGEST_READ = 8 * 1024;

/**
 * Objects of a file that may be copied as they are but for the numbers in their references, because none of some names
 * stands in them. Found in one pass over the file, which makes no object.
 */
export class PlainObjects {
  /** In the order of the file; members of object streams come last. */
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

  /** Generation under which an object is referred to. */
  generation(number: number): number {
    return this.#survey.entries.generation(number);
  }

  /** The first of what an object refers to, each under the generation that it has. */
  firstReference(number: number): number {
    return this.#survey.firstReference(number);
  }

  /** Behind the last one. */
  endOfReferences(number: number): number {
    return this.#survey.endOfReferences(number);
  }

  /** Hands out the objects that are wanted, in an order in which the file is read once. */
  read(isWanted: (number: number) => boolean, take: (body: PlainBody) => void): void {
    const members = new Map<number, number[]>();
    const window = new SlidingWindow(this.#reader.source);
    for (let at = 0; at < this.numbers.length; at += 1) {
      const number = this.numbers[at] ?? 0;
      if (!isWanted(number)) continue;
      if (this.#survey.form(number) === PLAIN_MEMBER) addMember(members, this.#streamOf(number), number);
      else take(this.#readBody(window, number));
    }
    for (const [stream, numbers] of members) this.#readMembers(stream, numbers, take);
  }

  #streamOf(number: number): number {
    return this.#survey.entries.place(number);
  }

  #readBody(window: SlidingWindow, number: number): PlainBody {
    const { bodyStart, bodyEnd, end } = this.#survey.place(number);
    const isStream = this.#survey.form(number) === PLAIN_STREAM;
    const isShort = isStream && end - bodyStart <= LONGEST_READ;
    window.show(bodyStart, (isShort ? end : bodyEnd) - bodyStart);
    const { bytes, base } = window;
    const tail = isStream ? this.#tailOf(window, bodyEnd, end, isShort) : undefined;
    return { number, bytes, start: bodyStart - base, end: bodyEnd - base, tail };
  }

  #tailOf({ bytes, base }: SlidingWindow, start: number, end: number, isShort: boolean): Segment {
    if (isShort) return bytes.subarray(start - base, end - base);
    return { source: this.#reader.source, start, length: end - start };
  }

  #readMembers(stream: number, numbers: readonly number[], take: (body: PlainBody) => void): void {
    const opened = this.#reader.openObjectStream(stream);
    if (opened === undefined) return;
    const { bytes } = opened;
    for (const number of numbers) {
      const { bodyStart, bodyEnd } = this.#survey.place(number);
      take({ number, bytes, start: bodyStart, end: bodyEnd, tail: undefined });
    }
  }
}

function listPlain(survey: ObjectSurvey): Uint32Array {
  const { numbersByOffset, entries } = survey;
  // As long as there are objects, however high the highest number is.
  const all = entries.numbers;
  const plain = new Uint32Array(all.length);
  let count = 0;
  for (let at = 0; at < numbersByOffset.length; at += 1) {
    const number = numbersByOffset[at] ?? 0;
    if (isPlain(survey, number)) plain[count++] = number;
  }
  for (let at = 0; survey.hasMembers && at < all.length; at += 1) {
    const number = all[at] ?? 0;
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
