import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import type { PdfFileParts } from '../pdf-file-parts.ts';
import { entriesOf } from '../pdf-lib-internals.ts';
import { LazyRawStream } from '../read/streams.ts';
import { AT_OFFSET, IN_STREAM, NumberColumn } from '../read/xref-index.ts';
import { NEEDS_PARSING, type ObjectSurvey } from '../write/object-survey.ts';
import { isSameObject } from '../write/serialise.ts';
import { findReplacedObjects, hasEntryOutside, hasSameEntry } from './appended-revisions.ts';
import type { StrictObjects } from './strict-syntax.ts';

export type ListReferences = (number: number, visit: (target: number) => void) => void;

const TRAILER = 0;

/** The objects that a revision reaches from its trailer, by number, as readers disagree about generations. */
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
function forEachNumber(object: PDFObject, visit: (target: number) => void): void {
  const waiting = [object];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value instanceof PDFRef) visit(value.objectNumber);
    else if (value instanceof PDFArray)
      for (let index = 0; index < value.size(); index += 1) waiting.push(value.get(index));
    else if (value instanceof PDFStream) waiting.push(value.dict);
    else if (value instanceof PDFDict) for (const entry of entriesOf(value).values()) waiting.push(entry);
  }
}

const ROOT_KEYS = ['Root', 'Info', 'Encrypt', 'ID'];

type Revision = Pick<PdfFileParts, 'reader' | 'structure'>;

export interface ComparedRevision extends Revision {
  readonly strictObjects: StrictObjects;
}

export interface RevisionDifference {
  /** Objects of the earlier revision that are redefined, freed or moved. */
  readonly replaced: readonly PDFRef[];
  readonly added: readonly PDFRef[];
  /** References of the earlier revision, with the referrers of `replaced` and `added`. */
  readonly references: ReferenceGraph;
  /**
   * Returns true if all objects whose interpretation matters are written to the letter: what differs, before and
   * after, and what the earlier revision has and could not reach.
   */
  isStrict(): boolean;
}

/** Compares revisions of one file. */
export class RevisionComparer {
  readonly #later: ComparedRevision;
  readonly #takeSurvey: () => ObjectSurvey;

  /** `takeSurvey` returns the survey of `later`, with any names. */
  constructor(later: ComparedRevision, takeSurvey: () => ObjectSurvey) {
    this.#later = later;
    this.#takeSurvey = takeSurvey;
  }

  compare(earlier: ComparedRevision): RevisionDifference {
    const [before, after] = [earlier.reader.index, this.#later.reader.index];
    const replaced = findReplacedObjects(before, after);
    const added = findReplacedObjects(after, before).filter((number) => !before.has(number));
    const targets = new Set([...replaced, ...added]);
    const { limits } = earlier.reader;
    if (hasEntryOutside(before, earlier.reader.source.size)) earlier.reader.noteTolerance();
    const listReferences = this.#listReferencesOf(earlier);
    const references = new ReferenceGraph(rootsOf(earlier), targets, listReferences, limits.objects);
    return {
      replaced: replaced.map((number) => PDFRef.of(number, before.generation(number))),
      added: added.map((number) => PDFRef.of(number, after.generation(number))),
      references,
      isStrict: () =>
        replaced.every((number) => !references.isReachable(number) || earlier.strictObjects.has(number)) &&
        this.#areStrict(targets, references),
    };
  }

  /** Checks new objects, and old ones that they refer to first: a reader may rebuild a file with a broken one. */
  #areStrict(changed: ReadonlySet<number>, before: ReferenceGraph): boolean {
    const listReferences = this.#listReferencesOf(this.#later);
    // Grows during iteration.
    const waiting = new Set(changed);
    for (const number of waiting) {
      if (!this.#later.strictObjects.has(number)) return false;
      listReferences(number, (target) => {
        if (!before.isReachable(target) && this.#later.reader.index.has(target)) waiting.add(target);
      });
    }
    return true;
  }

  findMissing(): readonly number[] {
    const { reader } = this.#later;
    const roots: number[] = [];
    forEachNumber(rootsOf(this.#later), (number) => roots.push(number));
    // Few files have one: most need no graph.
    if (this.#takeSurvey().hasAll(roots)) return [];
    const { index, limits } = reader;
    const listReferences = this.#listReferencesOf(this.#later);
    const graph = new ReferenceGraph(rootsOf(this.#later), new Set(), listReferences, limits.objects);
    return graph.reached.filter((number) => !index.has(number));
  }

  /**
   * Shared objects were read with the later revision; only replaced ones are parsed. What ends after the revision
   * counts as a tolerance: appended bytes would complete it.
   */
  #listReferencesOf({ reader }: Revision): ListReferences {
    const survey = this.#takeSurvey();
    const { index } = this.#later.reader;
    return (number, visit) => {
      const entry = reader.index.find(number);
      // How an object stream is read decides which members it has.
      if (entry.kind === IN_STREAM) visit(entry.stream);
      if (survey.form(number) !== NEEDS_PARSING && hasSameEntry(reader.index, index, number)) {
        if (entry.kind === AT_OFFSET && survey.end(number) > reader.source.size) reader.noteTolerance();
        const end = survey.endOfReferences(number);
        for (let at = survey.firstReference(number); at < end; at += 1) visit(survey.references.number(at));
        return;
      }
      const object = reader.read(number, reader.index.generation(number));
      if (object instanceof LazyRawStream) object.locate();
      if (object !== undefined) forEachNumber(object, visit);
    };
  }
}

/** The trailer keys that readers follow; some producers add others that lead nowhere. */
function rootsOf({ structure }: Revision): PDFArray {
  const roots = PDFArray.withContext(structure.trailer.context);
  for (const key of ROOT_KEYS) {
    const entry = structure.trailer.get(PDFName.of(key));
    if (entry !== undefined) roots.push(entry);
  }
  return roots;
}

/** References are compared by number, streams by their stored bytes. */
export function isSameStoredObject(a: PDFObject | undefined, b: PDFObject | undefined): boolean {
  if (!(a instanceof PDFStream) || !(b instanceof PDFStream)) return isSameObject(a, b);
  if (!isSameObject(a.dict, b.dict) || a.getContentsSize() !== b.getContentsSize()) return false;
  return Buffer.compare(a.getContents(), b.getContents()) === 0;
}
