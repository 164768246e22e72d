import { PDFArray, PDFName, PDFRef } from 'pdf-lib';
import type { PdfFileParts } from '../pdf-file.ts';
import { findReplacedObjects, hasEntryOutside, hasSameEntry } from '../read/compare-revisions.ts';
import { LazyRawStream } from '../read/lazy-stream.ts';
import { AT_OFFSET, IN_STREAM } from '../read/xref-index.ts';
import { NEEDS_PARSING, type ObjectSurvey } from '../write/object-survey.ts';
import { forEachNumber, type ListReferences, ReferenceGraph } from './reference-graph.ts';
import type { StrictObjects } from './strict-object.ts';

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
