import { NumberColumn } from '../read/number-column.ts';
import { AT_OFFSET } from '../read/xref-index.ts';
import { ReferenceList } from './reference-list.ts';
import type { FileEntries } from './xref-entries.ts';

/** How an object of the file can be taken over. */
export const NOT_PLAIN = 0;
/** A dictionary, array or other value between `obj` and `endobj`. */
export const PLAIN = 1;
/** A stream with a direct, right /Length. */
export const PLAIN_STREAM = 2;
/** A member of an object stream, just where the cross-reference says. */
export const PLAIN_MEMBER = 3;

export type ObjectForm = typeof NOT_PLAIN | typeof PLAIN | typeof PLAIN_STREAM | typeof PLAIN_MEMBER;

/** One of the names that are looked for stands in an object. */
const NAMED = 1;
/** The object is a stream that is compared by its sample. */
const SAMPLED = 2;

/** Where an object lies. Of a member `bodyStart` and `bodyEnd` are positions in the inflated stream. */
export interface ObjectPlace {
  /** Offset of the header. */
  readonly start: number;
  /** Offset behind `endobj` and the white space after it. */
  readonly end: number;
  /** First byte of the value. */
  readonly bodyStart: number;
  /** Behind the value; of a stream behind its dictionary. */
  readonly bodyEnd: number;
}

/** What the names in an object tell of it. */
export interface ToldByNames {
  /** A /ByteRange, as signatures have. */
  readonly hasByteRange: boolean;
  /** One of the names that the survey looks for. */
  readonly hasName: boolean;
  /** One of those that make streams comparable. */
  readonly isComparable: boolean;
}

/** By what streams are told apart before they are compared. */
export interface StreamSample {
  readonly length: number;
  /** Of its first bytes, as `hashSample` makes it. */
  readonly hash: number;
}

/**
 * What one pass over a file found out: which objects can be copied as they are, from where to where they reach, and
 * what they refer to. Costs some 30 bytes per object number and 4 per reference, 8 with its place.
 */
export class ObjectSurvey {
  /** The file's cross-reference. */
  readonly entries: FileEntries;
  /** Numbers of objects with an offset of their own, in the order of the offsets. */
  readonly numbersByOffset: Uint32Array;
  /** What all plain objects refer to; those of one follow each other. */
  readonly references: ReferenceList;
  /** Object streams whose members are all plain and all at their places, with their counts. */
  readonly wholeStreams = new Map<number, number>();
  readonly #forms = NumberColumn.ofBytes();
  readonly #isSignature = NumberColumn.ofBytes();
  /** 0, NAMED or SAMPLED. */
  readonly #names = NumberColumn.ofBytes();
  readonly #starts: NumberColumn;
  readonly #ends: NumberColumn;
  readonly #bodyStarts: NumberColumn;
  readonly #bodyEnds: NumberColumn;
  readonly #firstReference = NumberColumn.ofIntegers();
  readonly #endOfReferences = NumberColumn.ofIntegers();
  /** Of streams that may equal others and refer to nothing; few. */
  readonly #samples = new Map<number, StreamSample>();
  #hasMembers = false;

  /** `size`: of the file. `keepsPlaces`: whether it matters where references are spelled. */
  constructor(entries: FileEntries, size: number, keepsPlaces: boolean) {
    this.entries = entries;
    this.#starts = NumberColumn.upTo(size);
    this.#ends = NumberColumn.upTo(size);
    this.#bodyStarts = NumberColumn.upTo(size);
    this.#bodyEnds = NumberColumn.upTo(size);
    this.references = new ReferenceList(keepsPlaces);
    this.numbersByOffset = sortByOffset(entries);
  }

  form(number: number): ObjectForm {
    return this.#forms.get(number) as ObjectForm;
  }

  place(number: number): ObjectPlace {
    return {
      start: this.#starts.get(number),
      end: this.#ends.get(number),
      bodyStart: this.#bodyStarts.get(number),
      bodyEnd: this.#bodyEnds.get(number),
    };
  }

  /** The first byte of its value, as `place` tells. */
  bodyStart(number: number): number {
    return this.#bodyStarts.get(number);
  }

  /** Behind its value. */
  bodyEnd(number: number): number {
    return this.#bodyEnds.get(number);
  }

  /** Behind the object. */
  end(number: number): number {
    return this.#ends.get(number);
  }

  /** True when some object lies in an object stream. */
  get hasMembers(): boolean {
    return this.#hasMembers;
  }

  /** True for what looks like a signature: its bytes have to stay visible in the file. */
  isSignature(number: number): boolean {
    return this.#isSignature.get(number) === 1;
  }

  /** True for a plain object in which one of the names that the survey looks for stands anywhere, unless there is a sample. */
  hasName(number: number): boolean {
    return this.#names.get(number) === NAMED;
  }

  /** Whether there is a sample. */
  isSampled(number: number): boolean {
    return this.#names.get(number) === SAMPLED;
  }

  /** Of a plain stream that may equal others, and has no references in which they could differ. */
  sample(number: number): StreamSample | undefined {
    return this.#samples.get(number);
  }

  /** The first of an object's references; they may lead to objects that do not exist. */
  firstReference(number: number): number {
    return this.#firstReference.get(number);
  }

  /** Behind the last one. */
  endOfReferences(number: number): number {
    return this.#endOfReferences.get(number);
  }

  /** Takes in a plain object, whose references are those noted since `mark`. */
  add(number: number, form: ObjectForm, mark: number, told: ToldByNames, sample?: StreamSample): void {
    if (form === PLAIN_MEMBER) this.#hasMembers = true;
    this.#forms.set(number, form);
    if (told.hasByteRange) this.#isSignature.set(number, 1);
    if (sample !== undefined) {
      this.#samples.set(number, sample);
      this.#names.set(number, SAMPLED);
    } else if (told.hasName || told.isComparable) this.#names.set(number, NAMED);
    this.#firstReference.set(number, mark);
    this.#endOfReferences.set(number, this.references.length);
  }

  /** Notes where a plain object lies, as `ObjectPlace` says. */
  setPlace(number: number, start: number, bodyStart: number, bodyEnd: number, end: number): void {
    this.#starts.set(number, start);
    this.#bodyStarts.set(number, bodyStart);
    this.#bodyEnds.set(number, bodyEnd);
    this.#ends.set(number, end);
  }
}

function listAtOffset(entries: FileEntries): Uint32Array {
  const { numbers } = entries;
  let count = 0;
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] as number;
    if (entries.kind(number) === AT_OFFSET) numbers[count++] = number;
  }
  return numbers.slice(0, count);
}

function sortByOffset(entries: FileEntries): Uint32Array {
  const found = listAtOffset(entries);
  const { size } = entries;
  let largest = 0;
  let isSorted = true;
  for (let at = 0; at < found.length; at += 1) {
    const offset = entries.place(found[at] as number);
    if (offset < largest) isSorted = false;
    else largest = offset;
  }
  // Most files are written in the order of the numbers.
  if (isSorted) return found;
  if (largest * size + size > Number.MAX_SAFE_INTEGER) {
    return found.sort((a, b) => entries.place(a) - entries.place(b));
  }
  // Offset and number in one value: numbers are sorted natively, many times faster than with a function to compare.
  const keys = new Float64Array(found.length);
  for (let at = 0; at < found.length; at += 1)
    keys[at] = entries.place(found[at] ?? 0) * size + (found[at] ?? 0);
  keys.sort();
  for (let at = 0; at < found.length; at += 1) found[at] = (keys[at] ?? 0) % size;
  return found;
}
