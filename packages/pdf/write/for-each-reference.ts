import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';

const LENGTH = PDFName.of('Length');

/** Without a stream's /Length, which is written as a number. */
export function forEachReference(object: PDFObject, visit: (ref: PDFRef) => void): void {
  if (object instanceof PDFRef) visit(object);
  else if (object instanceof PDFDict) forEachInDict(object, visit);
  else if (object instanceof PDFArray) forEachInArray(object, visit);
  else if (object instanceof PDFStream) forEachInDict(object.dict, visit, LENGTH);
}

function forEachInDict(dict: PDFDict, visit: (ref: PDFRef) => void, except?: PDFName): void {
  for (const [key, value] of entriesOf(dict)) {
    if (key !== except) forEachReference(value, visit);
  }
}

function forEachInArray(array: PDFArray, visit: (ref: PDFRef) => void): void {
  for (let index = 0; index < array.size(); index += 1) forEachReference(array.get(index), visit);
}
