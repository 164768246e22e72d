import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFString } from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';

/** Keys that belong to one cross-reference section and not to the file. */
const SECTION_KEYS = new Set(
  [
    ...['Size', 'Prev', 'XRefStm', 'Type', 'W', 'Index'],
    // Of the stream that the dictionary stands before (7.3.8.2).
    ...['Length', 'Filter', 'DecodeParms', 'F', 'FFilter', 'FDecodeParms', 'DL'],
  ].map((key) => PDFName.of(key)),
);

/** The entries that every section has to repeat (ISO 32000-1 7.5.6): /Root, /Info, /ID and what else the file has. */
export function carryTrailerEntries(trailer: PDFDict): Map<PDFName, PDFObject> {
  const carried = new Map<PDFName, PDFObject>();
  for (const [key, value] of entriesOf(trailer)) {
    if (!SECTION_KEYS.has(key)) carried.set(key, value);
  }
  return carried;
}

/**
 * Keeps the first half of /ID, when it is a string, and replaces the second, as every save has to (14.4). Derived, so that
 * saves repeat.
 */
export function makeNextId(trailer: PDFDict, contentHash: string): PDFArray {
  const id = trailer.lookup(PDFName.of('ID'));
  const first = id instanceof PDFArray && id.size() > 0 ? id.lookup(0) : undefined;
  const next = PDFHexString.of(contentHash);
  const array = PDFArray.withContext(trailer.context);
  array.push(first instanceof PDFString || first instanceof PDFHexString ? first : next);
  array.push(next);
  return array;
}

/** A trailer dictionary from its carried entries. */
export function makeTrailer(template: PDFDict, carried: Map<PDFName, PDFObject>, size: number): PDFDict {
  const entries = new Map(carried);
  entries.set(PDFName.of('Size'), PDFNumber.of(size));
  return PDFDict.fromMapWithContext(entries, template.context);
}
