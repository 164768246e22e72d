import { type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { asDict, lookupDict, lookupName } from './lookup.ts';
import type { ObjectReader } from './object-reader.ts';
import { scanObjects } from './object-scan.ts';
import { AT_OFFSET, IN_STREAM, XrefIndex } from './xref-index.ts';

/** Trailer entries that are carried over from whichever trailer has them, the last one first. */
const CARRIED = ['Root', 'Info', 'ID', 'Encrypt'].map((key) => PDFName.of(key));

/**
 * Rebuilds the index of a file whose cross-reference is broken from the objects' headers, the last of each number
 * winning, and puts a trailer together. Undefined when no object is found.
 */
export function rebuildIndex(reader: ObjectReader, context: PDFContext): PDFDict | undefined {
  const scan = scanObjects(reader.source, reader.limits);
  if (scan.objects.length === 0) return undefined;
  reader.replaceIndex(new XrefIndex());
  const trailers = scan.trailers.map((offset) => reader.readDirectAt(offset));
  for (const found of scan.objects) {
    reader.index.set(found.number, AT_OFFSET, found.offset, found.generation);
    if (found.isObjectStream) addCompressedObjects(reader, found.number);
    if (found.isXrefStream) trailers.push(asDict(reader.readAt(found.offset)?.object));
  }
  return joinTrailers(trailers, context) ?? undefined;
}

function addCompressedObjects(reader: ObjectReader, streamNumber: number): void {
  reader.listObjectStream(streamNumber).forEach((number, index) => {
    if (number <= reader.limits.objects) reader.index.set(number, IN_STREAM, streamNumber, index);
  });
}

function joinTrailers(trailers: readonly (PDFObject | undefined)[], context: PDFContext): PDFDict {
  const joined = PDFDict.withContext(context);
  for (const trailer of trailers) {
    if (!(trailer instanceof PDFDict)) continue;
    for (const key of CARRIED) {
      const value = trailer.get(key);
      if (value !== undefined && isUsable(key, value, context)) joined.set(key, value);
    }
  }
  return joined;
}

function isUsable(key: PDFName, value: PDFObject, context: PDFContext): boolean {
  if (key !== CARRIED[0]) return true;
  const root = context.lookup(value);
  return root instanceof PDFDict && root.has(PDFName.of('Pages'));
}

/** Looks through all objects for a catalog; a last resort when no trailer names one. */
export function findCatalog(reader: ObjectReader): PDFRef | undefined {
  for (let number = reader.index.size - 1; number > 0; number -= 1) {
    if (!reader.index.has(number)) continue;
    const generation = reader.index.generation(number);
    const object = reader.read(number, generation);
    if (object instanceof PDFStream || !(object instanceof PDFDict)) continue;
    if (isCatalog(object)) return PDFRef.of(number, generation);
  }
  return undefined;
}

function isCatalog(dict: PDFDict): boolean {
  if (lookupName(dict, 'Type') !== 'Catalog') return false;
  return lookupDict(dict, 'Pages') !== undefined;
}
