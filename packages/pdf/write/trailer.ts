import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFString } from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';

/** Of one section, not of the file. */
const SECTION_KEYS = new Set(
  [
    ...['Size', 'Prev', 'XRefStm', 'Type', 'W', 'Index'],
    // Of streams (7.3.8.2).
    ...['Length', 'Filter', 'DecodeParms', 'F', 'FFilter', 'FDecodeParms', 'DL'],
  ].map((key) => PDFName.of(key)),
);

/** Every section repeats them (ISO 32000-1 7.5.6). */
export function copyTrailerEntries(trailer: PDFDict): Map<PDFName, PDFObject> {
  const repeated = new Map<PDFName, PDFObject>();
  for (const [key, value] of entriesOf(trailer)) {
    if (!SECTION_KEYS.has(key)) repeated.set(key, value);
  }
  return repeated;
}

/** The first half stays if it is a string (14.4). */
export function makeNextId(trailer: PDFDict, contentHash: string): PDFArray {
  const id = trailer.lookup(PDFName.of('ID'));
  const first = id instanceof PDFArray && id.size() > 0 ? id.lookup(0) : undefined;
  const next = PDFHexString.of(contentHash);
  const array = PDFArray.withContext(trailer.context);
  array.push(first instanceof PDFString || first instanceof PDFHexString ? first : next);
  array.push(next);
  return array;
}

export function makeTrailer(template: PDFDict, repeated: Map<PDFName, PDFObject>, size: number): PDFDict {
  const entries = new Map(repeated);
  entries.set(PDFName.of('Size'), PDFNumber.of(size));
  return PDFDict.fromMapWithContext(entries, template.context);
}
