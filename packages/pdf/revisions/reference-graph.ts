import { PDFArray, PDFDict, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';
import { NumberColumn } from '../read/number-column.ts';

export type ListReferences = (number: number, visit: (target: number) => void) => void;

const TRAILER = 0;

/** Objects that a revision reaches from its trailer. By number, as readers disagree about generations. */
export class ReferenceGraph {
  /** Number, plus one, of the object from which an object was reached first; 0 if it was not. */
  readonly #reachedFrom = NumberColumn.ofIntegers();
  readonly #referrers = new Map<number, Set<number>>();
  readonly #reached: number[] = [];
  readonly #largest: number;

  /** Numbers above `largest` are ignored. */
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
    for (let at = 0; at < waiting.length; at += 1) {
      const number = waiting[at] as number;
      listReferences(number, visitFrom(number));
    }
  }

  /** Returns whether references lead from the trailer to this number, even if the object is missing. */
  isReachable(number: number): boolean {
    return this.#reachedFrom.get(number) !== 0;
  }

  get reached(): readonly number[] {
    return this.#reached;
  }

  referrersOf(target: number): ReadonlySet<number> {
    return this.#referrers.get(target) ?? new Set();
  }

  /** Iterates over the shortest path to the trailer, starting with the number. */
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

/** Includes a stream's /Length. Iterative, since the file decides the depth. */
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
