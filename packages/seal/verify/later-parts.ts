import { isSameStoredObject, type PdfFile } from '@countersign/pdf';
import { PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import type { FieldNode } from '../fields/signature-fields.ts';
import { MAX_COMPARED_ENTRIES, MAX_COMPARED_REVISIONS } from '../limits.ts';
import { findLaterChanges, openRevision } from './changes/find-later-changes.ts';
import { type LaterChange, laterChange } from './changes/later-change.ts';

interface LaterPart {
  readonly revision: PdfFile | undefined;
  readonly changes: readonly LaterChange[];
}

const UNKNOWN: LaterPart = { revision: undefined, changes: [laterChange('not_comparable')] };

/** After each signed revision, comparing each once. */
export class LaterParts {
  readonly #file: PdfFile;
  readonly #parts = new Map<number, LaterPart>();
  #entriesLeft = MAX_COMPARED_ENTRIES;

  constructor(file: PdfFile) {
    this.#file = file;
  }

  changesAfter(end: number, field: FieldNode, signature: PDFDict): readonly LaterChange[] {
    if (end === this.#file.source.size) return [];
    const { revision, changes } = this.#partAfter(end);
    if (!revision || isPartOf(revision, field, signature)) return changes;
    return [...changes, laterChange('signed_elsewhere', { field: field.name })];
  }

  #partAfter(end: number): LaterPart {
    const known = this.#parts.get(end);
    if (known) return known;
    this.#entriesLeft -= this.#file.objectLimit;
    const isAffordable = this.#parts.size < MAX_COMPARED_REVISIONS && this.#entriesLeft >= 0;
    const part = isAffordable ? this.#compare(end) : UNKNOWN;
    this.#parts.set(end, part);
    return part;
  }

  #compare(end: number): LaterPart {
    const revision = openRevision(this.#file, end);
    return revision ? { revision, changes: findLaterChanges(revision, this.#file, end) } : UNKNOWN;
  }
}

/** The same signature dictionary in the same field. */
function isPartOf(revision: PdfFile, field: FieldNode, signature: PDFDict): boolean {
  const value = PDFName.of('V');
  for (let node: FieldNode | undefined = field; node; node = node.parent) {
    const entry = node.dict.get(value);
    if (entry === undefined) continue;
    // Direct fields are identified by their value alone.
    const before = node.ref
      ? lookupEntry(revision.context.lookup(node.ref), value)
      : revision.context.lookup(entry);
    return isSameStoredObject(before, signature);
  }
  return false;
}

function lookupEntry(object: PDFObject | undefined, key: PDFName): PDFObject | undefined {
  return object instanceof PDFDict ? object.lookup(key) : undefined;
}
