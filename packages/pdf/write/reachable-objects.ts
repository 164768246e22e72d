import type { PDFObject, PDFRef } from 'pdf-lib';
import { refuseEncrypted } from '../read/encryption.ts';
import { LazyRawStream } from '../read/lazy-stream.ts';
import { NumberColumn } from '../read/number-column.ts';
import { POOLS } from '../read/object-pools.ts';
import { forEachReference } from './for-each-reference.ts';
import { findChangedObjects, type SaveInput } from './incremental.ts';
import { NEEDS_PARSING, type ObjectSurvey } from './object-survey.ts';
import { copyTrailerEntries } from './trailer.ts';

const UNSEEN = 0;
const LIVE = 1;
/** An entry without object. */
const NOWHERE = 2;

export interface ChangedObject {
  readonly ref: PDFRef;
  readonly object: PDFObject;
}

/** Throws `locked` or `password_required`. */
export function findReachable(input: SaveInput, survey: ObjectSurvey): ReachableObjects {
  refuseEncrypted(input.structure.trailer);
  input.objects.applyEdits();
  const reachable = new ReachableObjects(input, survey, findChangedObjects(input));
  for (const value of copyTrailerEntries(input.structure.trailer).values()) reachable.markFrom(value);
  return reachable;
}

/** From the trailer, by number: generations are unified. */
export class ReachableObjects {
  readonly size: number;
  readonly #input: SaveInput;
  readonly #survey: ObjectSurvey;
  readonly #changed = new Map<number, ChangedObject>();
  readonly #deleted = new Set<number>();
  readonly #states = NumberColumn.ofBytes();
  /** Referenced, so not to be reused. */
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

  /** Undefined (null) if missing. */
  readonly translate = (ref: PDFRef): PDFRef | undefined => {
    return this.#leadsTo(ref) && this.isLive(ref.objectNumber) ? this.refTo(ref.objectNumber) : undefined;
  };

  markFrom(object: PDFObject): void {
    forEachReference(object, this.#visit);
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) this.#expand(next);
  }

  /** Undefined if it turns out to be missing. */
  read(number: number): PDFObject | undefined {
    const changed = this.#changed.get(number);
    if (changed !== undefined) return changed.object;
    return this.#input.reader.read(number, this.#survey.entries.generation(number));
  }

  #noteChange(ref: PDFRef, object: PDFObject): void {
    const known = this.#changed.get(ref.objectNumber);
    // For one number under two generations the cross-reference decides.
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
