import { type ByteSource, lookupName, lookupNumber, openPdf, PdfError, type PdfFile } from '@countersign/pdf';
import { PDFDict, PDFName, PDFNull, PDFRef } from 'pdf-lib';
import { compareForm } from './compare-form.ts';
import { compareMetadata } from './compare-metadata.ts';
import { comparePages } from './compare-pages.ts';
import { compareStore } from './compare-store.ts';
import { type LaterChange, laterChange } from './later-change.ts';
import { differingKeys, type ReplacedObject, Revisions } from './revision.ts';
import { measureWidgets } from './widgets.ts';

/** Entries that refer to a catalog: of the trailer, and of signature references. */
const CATALOG_KEYS: ReadonlySet<string> = new Set(['Root', 'Data']);
const COMPARED_ENTRIES: ReadonlySet<string> = new Set(['DSS', 'Extensions', 'AcroForm', 'Metadata']);
/** Readers search so many bytes for `startxref`. */
const TAIL_BYTES = 1024;
const MAX_PAGE_LOOKUPS = 20;
/** Whose page is looked up. */
const MAX_REFERRERS = 8;

/** Returns undefined if the revision cannot be read. It is closed with the file. */
export function openRevision(file: PdfFile, end: number): PdfFile | undefined {
  try {
    const earlier = openPdf(openBeginning(file.source, end));
    return earlier.repaired ? undefined : earlier;
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/**
 * Compares every redefined object and everything the revision could reach; what is not recognised counts as a
 * change of the document.
 */
export function findLaterChanges(earlier: PdfFile, file: PdfFile, end: number): readonly LaterChange[] {
  // Even white space changes the length of the file, and moves its end.
  if (earlier.mayBeReadFromStart || file.mayBeReadFromStart) return [laterChange('not_comparable')];
  const rest = file.source.size - end;
  if (rest <= TAIL_BYTES && isEndOfFile(file.source.read(end, rest)) && endsAsRevision(file)) return [];
  if (file.repaired || file.ambiguousSections.some((offset) => offset >= end))
    return [laterChange('not_comparable')];
  try {
    return compareRevisions(earlier, file, end);
  } catch (error) {
    if (error instanceof PdfError) return [laterChange('not_comparable')];
    throw error;
  }
}

/** White space and the marker belong to the signed revision. */
function isEndOfFile(bytes: Uint8Array): boolean {
  return /^[\0\t\n\f\r ]*(?:%%EOF(?:[\0\t\n\f\r ]+|$))*$/.test(Buffer.from(bytes).toString('latin1'));
}

function compareRevisions(earlier: PdfFile, later: PdfFile, end: number): readonly LaterChange[] {
  const revisions = new Revisions(earlier, later);
  if (later.newestSection < end || !endsAsRevision(later)) revisions.add('bytes_appended');
  compareTrailer(revisions);
  compareCatalog(revisions);
  compareStore(revisions);
  compareMetadata(revisions);
  const widgets = compareForm(revisions);
  comparePages(revisions, widgets);
  measureWidgets(revisions, widgets);
  addUndefined(revisions);
  addUnexplained(revisions);
  // Reading may reveal that objects are not at their offsets.
  const isStrict =
    later.hasStrictRevisionsFrom(end) && revisions.difference.isStrict() && !revisions.isAmbiguous;
  if (earlier.repaired || later.repaired || !isStrict) revisions.add('not_comparable');
  return revisions.changes;
}

function endsAsRevision({ source }: PdfFile): boolean {
  const tail = source.read(Math.max(0, source.size - TAIL_BYTES), TAIL_BYTES);
  return /startxref[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+%%EOF(?:[\0\t\n\f\r ]+%%EOF)*[\0\t\n\f\r ]*$/.test(
    Buffer.from(tail).toString('latin1'),
  );
}

function compareTrailer(revisions: Revisions): void {
  const { earlier, later } = revisions;
  for (const key of ['Root', 'Encrypt']) {
    const [before, after] = [earlier, later].map(({ trailer }) => String(trailer.get(PDFName.of(key))));
    if (before !== after) revisions.add('trailer_changed', { key });
  }
  // Some readers ignore objects from /Size on (ISO 32000-2 7.5.5).
  const [size, newSize] = [earlier, later].map(({ trailer }) => lookupNumber(trailer, 'Size') ?? 0);
  if (Number(newSize) < Number(size)) revisions.add('trailer_changed', { key: 'Size' });
}

function compareCatalog(revisions: Revisions): void {
  const { earlier, later } = revisions;
  for (const key of differingKeys(earlier.catalog, later.catalog)) {
    const isRaised = key === 'Version' && later.version >= earlier.version;
    if (!COMPARED_ENTRIES.has(key) && !isRaised) revisions.add('catalog_changed', { key });
  }
  const root = earlier.trailer.get(PDFName.of('Root'));
  if (root instanceof PDFRef && revisions.isReferredOnlyUnder(root, CATALOG_KEYS)) revisions.explain(root);
  if (earlier.pageCount !== later.pageCount) revisions.add('pages_changed');
}

/** Adds objects to which references were dangling when the file was signed. */
function addUndefined(revisions: Revisions): void {
  const { difference, later } = revisions;
  for (const ref of difference.added) {
    if (!difference.references.isReachable(ref.objectNumber)) continue;
    const object = later.context.lookup(ref);
    if (object !== undefined && object !== PDFNull)
      revisions.add('object_defined', { object: ref.objectNumber });
  }
}

function addUnexplained(revisions: Revisions): void {
  for (const [index, replaced] of revisions.unexplained.entries()) {
    const { objectNumber: object } = replaced.ref;
    const page = index < MAX_PAGE_LOOKUPS ? findPage(revisions, replaced) : undefined;
    if (isPageTreeNode(replaced)) revisions.add('pages_changed');
    else if (page === undefined) revisions.add('object_changed', { object });
    else revisions.add('page_content_changed', { page, object });
  }
}

function isPageTreeNode({ before }: ReplacedObject): boolean {
  return before instanceof PDFDict && lookupName(before, 'Type') === 'Pages';
}

/** Returns the number, from 1, of a page that can reach the object. */
function findPage({ earlier, difference }: Revisions, { ref }: ReplacedObject): number | undefined {
  const { references } = difference;
  const starts = [...references.referrersOf(ref.objectNumber)].slice(0, MAX_REFERRERS);
  for (const start of [ref.objectNumber, ...starts])
    for (const number of references.pathFrom(start)) {
      const page = earlier.pageAt(earlier.refTo(number));
      if (page !== undefined) return page.index + 1;
    }
  return undefined;
}

function openBeginning(source: ByteSource, size: number): ByteSource {
  return {
    size,
    bytesRead: 0,
    read: (offset, length) => source.read(offset, Math.max(0, Math.min(length, size - offset))),
    close: () => undefined,
  };
}
