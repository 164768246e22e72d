import {
  type ByteSource,
  isSameStoredObject,
  lookupArray,
  type PdfFile,
  stringBytes,
} from '@countersign/pdf';
import { type FeedContent, type FieldNode, feedSource } from '@countersign/seal/checks';
import { MAX_COMPARED_ENTRIES, MAX_COMPARED_REVISIONS } from '@countersign/seal/limits';
import { type SignatureProblem, signatureProblem } from '@countersign/seal/signature-problem';
import { PDFDict, PDFName, PDFNumber, type PDFObject } from 'pdf-lib';
import { findLaterChanges, openRevision } from './changes/find-later-changes.ts';
import { type LaterChange, laterChange } from './changes/later-change.ts';

interface LaterPart {
  readonly revision: PdfFile | undefined;
  readonly changes: readonly LaterChange[];
}

const UNKNOWN: LaterPart = { revision: undefined, changes: [laterChange('not_comparable')] };

/** The parts after each signed revision, each of which is compared once. */
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

/** Returns true if the revision has the same signature dictionary in the same field. */
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

export interface SignedRange {
  readonly feedContent: FeedContent;
  readonly contents: Uint8Array;
  readonly coversWholeDocument: boolean;
  /** The start of the /Contents string, which is not covered. */
  readonly gapStart: number;
  readonly gapEnd: number;
  readonly end: number;
}

/** Real signatures stay below 1 MiB, with revocation data. */
const MAX_CONTENTS_LENGTH = 1 << 24;

/** The digits are of one case, because changing the case of a digit must not go unnoticed. */
const HEX_STRING = /^<(?:[0-9A-F]*|[0-9a-f]*)>$/;

/**
 * It must begin with the file and exclude /Contents alone, or other content could be exchanged. Otherwise
 * returns the problem.
 */
export function readSignedRange(source: ByteSource, signature: PDFDict): SignedRange | SignatureProblem {
  const range = readByteRange(signature);
  if (!range) return signatureProblem('byte_range_malformed');
  const [start, length, next, rest] = range;
  if (start !== 0) return signatureProblem('byte_range_late');
  if (next <= length || next + rest > source.size) return signatureProblem('byte_range_outside');
  if (next - length > MAX_CONTENTS_LENGTH) return signatureProblem('byte_range_gap');
  const gap = Buffer.from(source.read(length, next - length)).toString('latin1');
  if (!HEX_STRING.test(gap)) return signatureProblem('byte_range_gap');
  const contents = Buffer.from(gap.slice(1, -1), 'hex');
  if (gap.length % 2 !== 0 || !contents.equals(readContents(signature) ?? Buffer.alloc(0)))
    return signatureProblem('byte_range_gap');
  return {
    feedContent: (sink) => {
      feedSource(source, 0, length, sink);
      feedSource(source, next, rest, sink);
    },
    contents,
    gapStart: length,
    gapEnd: next,
    coversWholeDocument: next + rest === source.size,
    end: next + rest,
  };
}

function readByteRange(signature: PDFDict): [number, number, number, number] | undefined {
  const numbers = lookupArray(signature, 'ByteRange')
    ?.asArray()
    .map((entry) => (entry instanceof PDFNumber ? entry.asNumber() : Number.NaN));
  if (numbers?.length !== 4 || !numbers.every((value) => Number.isSafeInteger(value) && value >= 0))
    return undefined;
  const [start = 0, length = 0, next = 0, rest = 0] = numbers;
  return [start, length, next, rest];
}

function readContents(signature: PDFDict): Uint8Array | undefined {
  return stringBytes(signature.lookup(PDFName.of('Contents')));
}
