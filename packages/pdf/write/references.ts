import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';

const LENGTH = PDFName.of('Length');

/** Calls `take` for every reference of an object except a stream's /Length, which is written as a number. */
export function forEachReference(object: PDFObject, take: (ref: PDFRef) => void): void {
  if (object instanceof PDFRef) take(object);
  else if (object instanceof PDFDict) forEachInDict(object, take);
  else if (object instanceof PDFArray) forEachInArray(object, take);
  else if (object instanceof PDFStream) forEachInDict(object.dict, take, LENGTH);
}

function forEachInDict(dict: PDFDict, take: (ref: PDFRef) => void, except?: PDFName): void {
  for (const [key, value] of entriesOf(dict)) {
    if (key !== except) forEachReference(value, take);
  }
}

function forEachInArray(array: PDFArray, take: (ref: PDFRef) => void): void {
  for (let index = 0; index < array.size(); index += 1) forEachReference(array.get(index), take);
}
