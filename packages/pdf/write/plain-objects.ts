import type { ObjectReader } from '../read/object-reader.ts';
import { NOT_PLAIN, type ObjectSurvey, PLAIN_MEMBER, PLAIN_STREAM } from './object-survey.ts';
import type { ReferenceList } from './reference-list.ts';
import type { SoughtNames } from './reference-scanner.ts';
import type { Segment } from './segment.ts';
import { SlidingWindow } from './sliding-window.ts';
import { surveyObjects } from './survey-objects.ts';

/** The value of an object as it is spelled, from `start` to before `end`; of a stream its dictionary. */
export interface PlainBody {
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
  read(isWanted: (number: number) => boolean, take: (number: number, body: PlainBody) => void): void {
    const members = new Map<number, number[]>();
    const window = new SlidingWindow(this.#reader.source);
    for (const number of this.numbers) {
      if (!isWanted(number)) continue;
      if (this.#survey.form(number) === PLAIN_MEMBER) addMember(members, this.#streamOf(number), number);
      else take(number, this.#readBody(window, number));
    }
    for (const [stream, numbers] of members) this.#readMembers(stream, numbers, take);
  }

  #streamOf(number: number): number {
    return this.#survey.entries.place(number);
  }

  #readBody(window: SlidingWindow, number: number): PlainBody {
    const { bodyStart, bodyEnd, end } = this.#survey.place(number);
    const isShort = end - bodyStart <= LONGEST_READ;
    window.show(bodyStart, (isShort ? end : bodyEnd) - bodyStart);
    const { bytes, base } = window;
    const body = { bytes, start: bodyStart - base, end: bodyEnd - base, tail: undefined };
    if (this.#survey.form(number) !== PLAIN_STREAM) return body;
    if (isShort) return { ...body, tail: bytes.subarray(bodyEnd - base, end - base) };
    return { ...body, tail: { source: this.#reader.source, start: bodyEnd, length: end - bodyEnd } };
  }

  #readMembers(
    stream: number,
    numbers: readonly number[],
    take: (number: number, body: PlainBody) => void,
  ): void {
    const opened = this.#reader.openObjectStream(stream);
    for (const number of opened === undefined ? [] : numbers) {
      const { bodyStart, bodyEnd } = this.#survey.place(number);
      const bytes = opened?.bytes ?? new Uint8Array(0);
      take(number, { bytes, start: bodyStart, end: bodyEnd, tail: undefined });
    }
  }
}

function listPlain(survey: ObjectSurvey): Uint32Array {
  const isPlain = (number: number) =>
    survey.form(number) !== NOT_PLAIN && !survey.hasName(number) && !survey.isSignature(number);
  const placed = survey.numbersByOffset.filter(isPlain);
  const members = survey.entries.numbers.filter(
    (number) => survey.form(number) === PLAIN_MEMBER && isPlain(number),
  );
  const numbers = new Uint32Array(placed.length + members.length);
  numbers.set(placed);
  numbers.set(members, placed.length);
  return numbers;
}

function addMember(members: Map<number, number[]>, stream: number, number: number): void {
  const known = members.get(stream);
  if (known === undefined) members.set(stream, [number]);
  else known.push(number);
}
