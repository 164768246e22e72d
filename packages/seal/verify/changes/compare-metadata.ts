import { decodeStream, lookupDict, PdfError } from '@countersign/pdf';
import { PDFArray, PDFDict, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { catalogNumber } from './compare-store.ts';
import { differingKeys, entryOf, plainDict, type Revisions } from './revision.ts';
import { readXmpProperties } from './xmp-properties.ts';

/** Every writer may change them. */
const FREE_INFORMATION: ReadonlySet<string> = new Set(['ModDate', 'Producer']);
const NEW_INFORMATION: ReadonlySet<string> = new Set([...FREE_INFORMATION, 'Creator', 'CreationDate']);
const FREE_PROPERTIES: ReadonlySet<string> = new Set([
  'xmp:ModifyDate',
  'xmp:MetadataDate',
  'pdf:Producer',
  'xmpMM:InstanceID',
]);
/** Usually some KB. */
const MAX_PACKET_BYTES = 1 << 20;
/** /Extensions: the dictionary, one per prefix, and arrays of those. */
const MAX_EXTENSION_LEVELS = 4;
const TRAILER_ONLY: ReadonlySet<number> = new Set([0]);

/** Dates and producer, in document information and XMP. */
export function compareMetadata(revisions: Revisions): void {
  compareInformation(revisions);
  comparePacket(revisions);
  compareExtensions(revisions);
}

function compareInformation(revisions: Revisions): void {
  const { earlier, later } = revisions;
  const [ref, newRef] = [earlier, later].map(({ trailer }) => entryOf(trailer, 'Info'));
  if (String(ref) === String(newRef) && !revisions.isReplaced(ref)) return;
  const before = plainDict(earlier.context.lookup(ref));
  const after = plainDict(later.context.lookup(newRef));
  const free = before ? FREE_INFORMATION : NEW_INFORMATION;
  const wrong = differingKeys(before, after).filter((key) => !free.has(key));
  for (const key of wrong) revisions.add('information_changed', { key });
  revisions.add('modification_date');
  if (revisions.isReplaced(ref) && revisions.isOnlyReferredBy(ref, TRAILER_ONLY)) revisions.explain(ref);
}

function comparePacket(revisions: Revisions): void {
  const { earlier, later } = revisions;
  const [ref, newRef] = [earlier, later].map(({ catalog }) => entryOf(catalog, 'Metadata'));
  if (String(ref) === String(newRef) && !revisions.isReplaced(ref)) return;
  const [before, after] = [earlier.context.lookup(ref), later.context.lookup(newRef)].map(listProperties);
  if (before === undefined || before !== after) {
    revisions.add('metadata_changed');
    return;
  }
  revisions.add('modification_date');
  revisions.explainEntry(ref, catalogNumber(revisions), 'Metadata');
}

/** Undefined if it cannot be read. */
function listProperties(stream: PDFObject | undefined): string | undefined {
  if (stream === undefined) return '[]';
  const packet = stream instanceof PDFStream ? tryDecode(stream) : undefined;
  return packet === undefined
    ? undefined
    : JSON.stringify(readXmpProperties(packet, FREE_PROPERTIES)?.sort());
}

function tryDecode(stream: PDFStream): string | undefined {
  try {
    return Buffer.from(decodeStream(stream, MAX_PACKET_BYTES)).toString('utf8');
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** ISO 32000-2 7.12. */
function compareExtensions(revisions: Revisions): void {
  const { earlier, later } = revisions;
  const [ref, newRef] = [earlier, later].map(({ catalog }) => entryOf(catalog, 'Extensions'));
  if (String(ref) === String(newRef) && !revisions.isReplaced(ref)) return;
  const after = lookupDict(later.catalog, 'Extensions');
  if (after === undefined || !isPlain(after, MAX_EXTENSION_LEVELS)) {
    revisions.add('catalog_changed', { key: 'Extensions' });
    return;
  }
  revisions.add('extension');
  revisions.explainEntry(ref, catalogNumber(revisions), 'Extensions');
}

function isPlain(value: PDFObject, levels: number): boolean {
  if (levels === 0 || value instanceof PDFRef || value instanceof PDFStream) return false;
  const items = value instanceof PDFArray ? value.asArray() : value instanceof PDFDict ? value.values() : [];
  return items.every((item) => isPlain(item, levels - 1));
}
