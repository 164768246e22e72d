import { twice } from '../read/scanned-references.ts';
import { AT_OFFSET, NumberColumn } from '../read/xref-index.ts';
import type { ReferenceScanner } from './reference-scanner.ts';
import type { FileEntries } from './xref-entries.ts';

/** Returns undefined if the value has to be parsed. */
export type ScanBody = (bytes: Uint8Array, start: number, end: number) => ReferenceScanner | undefined;

const FIRST_LENGTH = 4096;
/** Offset and length are packed into one number. */
const LENGTHS = 64;
const FURTHEST = 2 ** 32 / LENGTHS;

/** References take 4 bytes each, or 8 with the offsets. */
export class SurveyReferences {
  length = 0;
  #numbers: Uint32Array = new Uint32Array(FIRST_LENGTH);
  #offsets: Uint32Array;

  constructor(keepsOffsets: boolean) {
    this.#offsets = new Uint32Array(keepsOffsets ? FIRST_LENGTH : 0);
  }

  /** Longer ones contain comments or blank lines. */
  static canHold(start: number, length: number): boolean {
    return start < FURTHEST && length < LENGTHS;
  }

  add(number: number, start: number, length: number): void {
    if (this.length === this.#numbers.length) this.#grow();
    this.#numbers[this.length] = number;
    if (this.#offsets.length > 0) this.#offsets[this.length] = start * LENGTHS + length;
    this.length += 1;
  }

  number(at: number): number {
    return this.#numbers[at] as number;
  }

  start(at: number): number {
    return (this.#offsets[at] as number) >>> 6;
  }

  end(at: number): number {
    const packed = this.#offsets[at] as number;
    return (packed >>> 6) + (packed & (LENGTHS - 1));
  }

  #grow(): void {
    this.#numbers = twice(this.#numbers);
    this.#offsets = twice(this.#offsets);
  }
}

/** The object has to be parsed and written anew. */
export const NEEDS_PARSING = 0;
/** The value between `obj` and `endobj` can be copied verbatim. */
export const COPYABLE = 1;
/** The stream can be copied verbatim: its /Length is direct and correct. */
export const COPYABLE_STREAM = 2;
/** The member of an object stream can be copied verbatim. */
export const COPYABLE_MEMBER = 3;

export type ObjectForm =
  | typeof NEEDS_PARSING
  | typeof COPYABLE
  | typeof COPYABLE_STREAM
  | typeof COPYABLE_MEMBER;

const NAMED = 1;
const SAMPLED = 2;

/** The offsets of a member count in the inflated stream. */
export interface ObjectExtent {
  readonly start: number;
  readonly end: number;
  readonly bodyStart: number;
  /** The offset after the value, or after the dictionary of a stream. */
  readonly bodyEnd: number;
}

export interface NameFindings {
  readonly hasByteRange: boolean;
  readonly hasName: boolean;
  readonly isComparable: boolean;
}

/** Distinguishes most streams before they are compared. */
export interface StreamSample {
  readonly length: number;
  readonly hash: number;
}

/**
 * The result of one pass over a file. It takes some 30 bytes for each object number and 4 for each reference,
 * or 8 with its offset.
 */
export class ObjectSurvey {
  readonly entries: FileEntries;
  /** Numbers of the objects outside of object streams, by offset. */
  readonly numbersByOffset: Uint32Array;
  readonly references: SurveyReferences;
  /** The object streams with their counts; all members can be copied. */
  readonly wholeStreams = new Map<number, number>();
  readonly #forms = NumberColumn.ofBytes();
  readonly #isSignature = NumberColumn.ofBytes();
  readonly #names = NumberColumn.ofBytes();
  readonly #starts: NumberColumn;
  readonly #ends: NumberColumn;
  readonly #bodyStarts: NumberColumn;
  readonly #bodyEnds: NumberColumn;
  readonly #firstReference = NumberColumn.ofIntegers();
  readonly #endOfReferences = NumberColumn.ofIntegers();
  /** Streams without references that may equal others. */
  readonly #samples = new Map<number, StreamSample>();
  #hasMembers = false;

  constructor(entries: FileEntries, size: number, keepsOffsets: boolean) {
    this.entries = entries;
    this.#starts = NumberColumn.upTo(size);
    this.#ends = NumberColumn.upTo(size);
    this.#bodyStarts = NumberColumn.upTo(size);
    this.#bodyEnds = NumberColumn.upTo(size);
    this.references = new SurveyReferences(keepsOffsets);
    this.numbersByOffset = sortByOffset(entries);
  }

  /** Returns true if the file has these objects, and all that its objects refer to, and none needs parsing. */
  hasAll(roots: readonly number[]): boolean {
    const { entries, references } = this;
    if (!roots.every((number) => entries.has(number))) return false;
    for (let number = 0; number < entries.size; number += 1) {
      if (entries.has(number) && this.form(number) === NEEDS_PARSING) return false;
    }
    for (let at = 0; at < references.length; at += 1) {
      if (!entries.has(references.number(at))) return false;
    }
    return true;
  }

  form(number: number): ObjectForm {
    return this.#forms.get(number) as ObjectForm;
  }

  extent(number: number): ObjectExtent {
    return {
      start: this.#starts.get(number),
      end: this.#ends.get(number),
      bodyStart: this.#bodyStarts.get(number),
      bodyEnd: this.#bodyEnds.get(number),
    };
  }

  bodyStart(number: number): number {
    return this.#bodyStarts.get(number);
  }

  bodyEnd(number: number): number {
    return this.#bodyEnds.get(number);
  }

  end(number: number): number {
    return this.#ends.get(number);
  }

  get hasMembers(): boolean {
    return this.#hasMembers;
  }

  /** Returns true for an object whose bytes must stay visible. */
  isSignature(number: number): boolean {
    return this.#isSignature.get(number) === 1;
  }

  hasName(number: number): boolean {
    return this.#names.get(number) === NAMED;
  }

  isSampled(number: number): boolean {
    return this.#names.get(number) === SAMPLED;
  }

  sample(number: number): StreamSample | undefined {
    return this.#samples.get(number);
  }

  firstReference(number: number): number {
    return this.#firstReference.get(number);
  }

  endOfReferences(number: number): number {
    return this.#endOfReferences.get(number);
  }

  add(number: number, form: ObjectForm, mark: number, findings: NameFindings, sample?: StreamSample): void {
    if (form === COPYABLE_MEMBER) this.#hasMembers = true;
    this.#forms.set(number, form);
    if (findings.hasByteRange) this.#isSignature.set(number, 1);
    if (sample !== undefined) {
      this.#samples.set(number, sample);
      this.#names.set(number, SAMPLED);
    } else if (findings.hasName || findings.isComparable) this.#names.set(number, NAMED);
    this.#firstReference.set(number, mark);
    this.#endOfReferences.set(number, this.references.length);
  }

  setExtent(number: number, start: number, bodyStart: number, bodyEnd: number, end: number): void {
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
    const offset = entries.offsetOrStream(found[at] as number);
    if (offset < largest) isSorted = false;
    else largest = offset;
  }
  // Most files are sorted by number already.
  if (isSorted) return found;
  if (largest * size + size > Number.MAX_SAFE_INTEGER) {
    return found.sort((a, b) => entries.offsetOrStream(a) - entries.offsetOrStream(b));
  }
  // In one value, so that numbers are sorted natively.
  const keys = new Float64Array(found.length);
  for (let at = 0; at < found.length; at += 1)
    keys[at] = entries.offsetOrStream(found[at] ?? 0) * size + (found[at] ?? 0);
  keys.sort();
  for (let at = 0; at < found.length; at += 1) found[at] = (keys[at] ?? 0) % size;
  return found;
}
