import { PDFArray, PDFDict, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';
import { NumberColumn } from '../read/number-column.ts';

/** Calls `visit` for every object number that an object refers to. */
export type ListReferences = (number: number, visit: (target: number) => void) => void;

/** Stands for the trailer where object numbers are listed; no object has this number. */
const TRAILER = 0;

/**
 * Which objects a revision can reach from its trailer, and what refers to some of them. Objects are known by their
 * numbers alone, whatever generation a reference has: readers disagree about those.
 */
export class ReferenceGraph {
  /** Number of the object through which an object was reached first, plus one; 0 for an object that was not reached. */
  readonly #reachedFrom = NumberColumn.ofIntegers();
  readonly #referrers = new Map<number, Set<number>>();
  readonly #reached: number[] = [];
  readonly #largest: number;

  /** Keeps the referrers of `targets`. Numbers above `largest` are left out: no object can have them. */
  constructor(
    roots: PDFObject,
    targets: ReadonlySet<number>,
    listReferences: ListReferences,
    largest: number,
  ) {
    this.#largest = largest;
    const waiting = this.#reached;
    const visitFrom = (from: number) => (target: number) => {
      if (targets.has(target)) this.#addReferrer(target, from);
      if (this.#reach(target, from)) waiting.push(target);
    };
    forEachNumber(roots, visitFrom(TRAILER));
    // Grows while it is walked, so that the nearest objects come first.
    for (let at = 0; at < waiting.length; at += 1) {
      const number = waiting[at] as number;
      listReferences(number, visitFrom(number));
    }
  }

  /** Whether a reference leads from the trailer to this number, be there an object or not. */
  isReachable(number: number): boolean {
    return this.#reachedFrom.get(number) !== 0;
  }

  /** All numbers that a reference leads to from the trailer, the nearest first. */
  get reached(): readonly number[] {
    return this.#reached;
  }

  /** Numbers of the objects that refer to a target, `TRAILER` among them. */
  referrersOf(target: number): ReadonlySet<number> {
    return this.#referrers.get(target) ?? new Set();
  }

  /** The objects on the shortest way from a number to the trailer, itself first. */
  *pathFrom(number: number): Generator<number> {
    for (let next = number; next !== TRAILER && this.isReachable(next); ) {
      yield next;
      next = this.#reachedFrom.get(next) - 1;
    }
  }

  #reach(number: number, from: number): boolean {
    if (number <= TRAILER || number > this.#largest || this.isReachable(number)) return false;
    this.#reachedFrom.set(number, from + 1);
    return true;
  }

  #addReferrer(target: number, from: number): void {
    const known = this.#referrers.get(target);
    if (known) known.add(from);
    else this.#referrers.set(target, new Set([from]));
  }
}

/** Visits every reference in an object, also the one of a stream's /Length. Without recursion: files decide how deep it goes. */
export function forEachNumber(object: PDFObject, visit: (target: number) => void): void {
  const waiting = [object];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value instanceof PDFRef) visit(value.objectNumber);
    else if (value instanceof PDFArray)
      for (let index = 0; index < value.size(); index += 1) waiting.push(value.get(index));
    else if (value instanceof PDFStream) waiting.push(value.dict);
    else if (value instanceof PDFDict) for (const entry of entriesOf(value).values()) waiting.push(entry);
  }
}
