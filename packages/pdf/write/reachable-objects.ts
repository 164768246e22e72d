import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { entriesOf } from '../pdf-lib-internals.ts';
import type { DictKeys } from '../read/dict-keys.ts';
import { refuseLocked } from '../read/encryption.ts';
import { POOLS } from '../read/object-pools.ts';
import { LazyRawStream } from '../read/streams.ts';
import { NumberColumn } from '../read/xref-index.ts';
import { findChangedObjects, type SaveInput } from './incremental.ts';
import { NEEDS_PARSING, type ObjectSurvey } from './object-survey.ts';
import { copyTrailerEntries } from './xref-section.ts';

const LENGTH = PDFName.of('Length');

/** Without a stream's /Length, which is written as a number. */
export function forEachReference(object: PDFObject, visit: (ref: PDFRef) => void): void {
  if (object instanceof PDFRef) visit(object);
  else if (object instanceof PDFDict) forEachInDict(object, visit);
  else if (object instanceof PDFArray) forEachInArray(object, visit);
  else if (object instanceof PDFStream) forEachInDict(object.dict, visit, LENGTH);
}

function forEachInDict(dict: PDFDict, visit: (ref: PDFRef) => void, except?: PDFName): void {
  for (const [key, value] of entriesOf(dict)) {
    if (key !== except) forEachReference(value, visit);
  }
}

function forEachInArray(array: PDFArray, visit: (ref: PDFRef) => void): void {
  for (let index = 0; index < array.size(); index += 1) forEachReference(array.get(index), visit);
}

const UNSEEN = 0;
const LIVE = 1;
/** The entry has no object. */
const NOWHERE = 2;

export interface ChangedObject {
  readonly ref: PDFRef;
  readonly object: PDFObject;
}

/** Throws `locked`. */
export function findReachable(input: SaveInput, survey: ObjectSurvey): ReachableObjects {
  refuseLocked(input.structure.trailer, input.reader.encryption);
  input.objects.applyEdits();
  const reachable = new ReachableObjects(input, survey, findChangedObjects(input));
  for (const value of copyTrailerEntries(input.structure.trailer).values()) reachable.markFrom(value);
  return reachable;
}

/** Finds objects from the trailer by number: generations are unified. */
export class ReachableObjects {
  readonly size: number;
  readonly #input: SaveInput;
  readonly #survey: ObjectSurvey;
  readonly #changed = new Map<number, ChangedObject>();
  readonly #deleted = new Set<number>();
  readonly #states = NumberColumn.ofBytes();
  /** Numbers that something refers to, and that must not be reused. */
  readonly #isNamed = NumberColumn.ofBytes();
  readonly #waiting: number[] = [];
  #mismatched: PDFRef | undefined;

  constructor(input: SaveInput, survey: ObjectSurvey, changed: readonly (readonly [PDFRef, PDFObject])[]) {
    this.#input = input;
    this.#survey = survey;
    for (const [ref, object] of changed) this.#noteChange(ref, object);
    for (const ref of input.objects.deleted) {
      if (!this.#changed.has(ref.objectNumber)) this.#deleted.add(ref.objectNumber);
    }
    const largest = changed.reduce((most, [ref]) => Math.max(most, ref.objectNumber), 0);
    this.size = Math.max(survey.entries.size, largest + 1);
  }

  /**
   * The first reference found to an object that exists with another generation. Most readers take it for null (ISO
   * 32000-1 7.3.10); some ignore generations and show the object.
   */
  get mismatched(): PDFRef | undefined {
    return this.#mismatched;
  }

  isLive(number: number): boolean {
    return this.#states.get(number) === LIVE;
  }

  isUnused(number: number): boolean {
    return !this.isLive(number) && this.#isNamed.get(number) === 0;
  }

  changed(number: number): ChangedObject | undefined {
    return this.#changed.get(number);
  }

  refTo(number: number): PDFRef {
    return this.#changed.get(number)?.ref ?? POOLS.ref(number, this.#survey.entries.generation(number));
  }

  /** Returns undefined, which is written as null, if the object is missing. */
  readonly translate = (ref: PDFRef): PDFRef | undefined => {
    return this.#leadsTo(ref) && this.isLive(ref.objectNumber) ? this.refTo(ref.objectNumber) : undefined;
  };

  markFrom(object: PDFObject): void {
    forEachReference(object, this.#visit);
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) this.#expand(next);
  }

  /** Returns undefined if the object turns out to be missing. */
  read(number: number): PDFObject | undefined {
    const changed = this.#changed.get(number);
    if (changed !== undefined) return changed.object;
    return this.#input.reader.read(number, this.#survey.entries.generation(number));
  }

  #noteChange(ref: PDFRef, object: PDFObject): void {
    const known = this.#changed.get(ref.objectNumber);
    // If one number is referred to under two generations, the cross-reference decides.
    if (known === undefined || ref.generationNumber === this.#survey.entries.generation(ref.objectNumber)) {
      this.#changed.set(ref.objectNumber, { ref, object });
    }
  }

  #expand(number: number): void {
    if (!this.#changed.has(number) && this.#survey.form(number) !== NEEDS_PARSING) {
      this.#visitReferences(number);
      return;
    }
    const object = this.read(number);
    if (object instanceof LazyRawStream) object.locate();
    if (object === undefined) this.#states.set(number, NOWHERE);
    else forEachReference(object, this.#visit);
  }

  #visitReferences(number: number): void {
    const { references } = this.#survey;
    const end = this.#survey.endOfReferences(number);
    for (let at = this.#survey.firstReference(number); at < end; at += 1)
      this.#visitNumber(references.number(at));
  }

  readonly #visit = (ref: PDFRef): void => {
    const { objectNumber, generationNumber } = ref;
    const hasGeneration = generationNumber === this.#survey.entries.generation(objectNumber);
    // Thousands of pages may list the same annotations.
    if (hasGeneration && this.#states.get(objectNumber) === LIVE) return;
    if (this.#leadsTo(ref)) this.#visitNumber(objectNumber);
    else {
      this.#name(objectNumber);
      if (!hasGeneration && this.#exists(objectNumber)) this.#mismatched ??= ref;
    }
  };

  #visitNumber(number: number): void {
    this.#name(number);
    if (this.#states.get(number) !== UNSEEN || !this.#exists(number)) return;
    this.#states.set(number, LIVE);
    this.#waiting.push(number);
  }

  /** Numbers beyond the limit are never given to new objects. */
  #name(number: number): void {
    if (number <= this.#input.reader.limits.objects) this.#isNamed.set(number, 1);
  }

  #exists(number: number): boolean {
    if (this.#changed.has(number)) return true;
    return this.#survey.entries.has(number) && !this.#deleted.has(number);
  }

  /** Parses only if the generation is unusual. */
  #leadsTo(ref: PDFRef): boolean {
    const { objects, reader } = this.#input;
    const { objectNumber, generationNumber } = ref;
    if (objects.deleted.has(ref) || !this.#exists(objectNumber)) return false;
    if (this.refTo(objectNumber) === ref || objects.peek(ref) !== undefined) return true;
    return reader.read(objectNumber, generationNumber) !== undefined;
  }
}

/** The data of the stream is in another file (ISO 32000-1 7.3.8.2). The survey leaves such streams to the parser. */
const EXTERNAL_FILE = PDFName.of('F');

/** `survey` must have searched for these names. */
export function findReachableNamed(input: SaveInput, survey: ObjectSurvey, names: DictKeys): PDFRef[] {
  const reachable = findReachable(input, survey);
  const known = new Set(names.names.map((name) => PDFName.of(name)));
  const named = findRefsOfOtherGeneration(input);
  const found: PDFRef[] = [];
  for (let number = 1; number < reachable.size; number += 1) {
    if (!reachable.isLive(number)) continue;
    const isKnown = reachable.changed(number) === undefined && survey.form(number) !== NEEDS_PARSING;
    const isFound = isKnown ? survey.hasName(number) : isWanted(reachable.read(number), known);
    if (isFound) found.push(named.get(number) ?? reachable.refTo(number));
  }
  return found;
}

/** Different from the cross-reference's; they must not be parsed twice. */
function findRefsOfOtherGeneration({ objects, reader }: SaveInput): ReadonlyMap<number, PDFRef> {
  const named = new Map<number, PDFRef>();
  for (const ref of objects.keys()) {
    if (ref.generationNumber !== reader.index.generation(ref.objectNumber)) named.set(ref.objectNumber, ref);
  }
  return named;
}

function isWanted(object: PDFObject | undefined, names: ReadonlySet<PDFObject>): boolean {
  return (object instanceof PDFStream && object.dict.has(EXTERNAL_FILE)) || hasName(object, names);
}

/** Iterative, since the file decides the depth. */
function hasName(object: PDFObject | undefined, names: ReadonlySet<PDFObject>): boolean {
  const waiting = object === undefined ? [] : [object];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (names.has(value)) return true;
    const dict = value instanceof PDFStream ? value.dict : value;
    if (dict instanceof PDFArray) for (const item of dict.asArray()) waiting.push(item);
    if (!(dict instanceof PDFDict)) continue;
    for (const [key, entry] of entriesOf(dict)) {
      if (names.has(key)) return true;
      waiting.push(entry);
    }
  }
  return false;
}
