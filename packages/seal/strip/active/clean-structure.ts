import { DictKeys, type PdfFile, type RawValue, rawItems, rawRef } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { holdsWord } from '../../read/holds-word.ts';
import type { CleaningJob } from './cleaning-job.ts';

const ROOT = PDFName.of('StructTreeRoot');
const KIDS = PDFName.of('K');
const ELEMENT_KEYS = new DictKeys(['K', 'AF']);
/**
 * Type of an embedded file, whose dictionary cannot be compressed. Large documents have a hundred thousand elements and hardly
 * ever a file: looking for the word takes a fiftieth of the time.
 */
const EMBEDDED = '/EmbeddedFile';
const STRUCTURE = { place: 'structure' } as const;

/**
 * Files associated with structure elements (ISO 32000-2 14.13.5). Elements without any, which are nearly all, are known by
 * their bytes: no object is made of them.
 */
export function cleanStructure(job: CleaningJob): void {
  const root = job.file.catalog.get(ROOT);
  if (root === undefined || job.options.keepAttachments || !holdsWord(job.file.source, EMBEDDED)) return;
  const waiting: PDFObject[] = [root];
  const met = new Set<PDFObject>();
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (met.has(element)) continue;
    met.add(element);
    job.removals.spend();
    for (const kid of kidsOfPlain(job.file, element) ?? cleanElement(job, element)) waiting.push(kid);
  }
}

/** Kids that are references; others are numbers and dictionaries of marked content. Undefined: look it up. */
function kidsOfPlain(file: PdfFile, element: PDFObject): PDFRef[] | undefined {
  const raw = element instanceof PDFRef ? file.walkDict(element, ELEMENT_KEYS) : undefined;
  if (raw === undefined || raw.get('AF')) return undefined;
  const kids = raw.get('K');
  return kids === undefined ? [] : refsOf(kids);
}

function refsOf(kids: RawValue): PDFRef[] {
  const items = rawItems(kids) ?? [kids];
  return items.map(rawRef).filter((ref) => ref !== undefined);
}

/** An element, or the list that an element has in an object of its own. */
function cleanElement(job: CleaningJob, element: PDFObject): PDFObject[] {
  const object = job.file.context.lookup(element);
  if (object instanceof PDFDict) job.removeAssociated(object, STRUCTURE);
  const kids = object instanceof PDFDict ? object.get(KIDS) : object;
  const items = kids instanceof PDFArray ? kids.asArray() : [kids];
  return items.filter((item) => item instanceof PDFRef || item instanceof PDFDict);
}
