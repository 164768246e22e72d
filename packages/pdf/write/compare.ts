import { PDFArray, PDFDict, PDFHexString, PDFNumber, type PDFObject, PDFString } from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';
import { LazyRawStream } from '../read/lazy-stream.ts';

export function isSameObject(a: PDFObject | undefined, b: PDFObject | undefined): boolean {
  // Names, references, booleans, null and small numbers are pooled.
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (a instanceof PDFDict) return b instanceof PDFDict && isSameDict(a, b);
  if (a instanceof PDFArray) return b instanceof PDFArray && isSameArray(a, b);
  if (a instanceof PDFNumber) return b instanceof PDFNumber && a.asNumber() === b.asNumber();
  if (a instanceof PDFString) return b instanceof PDFString && a.asString() === b.asString();
  if (a instanceof PDFHexString) return b instanceof PDFHexString && a.asString() === b.asString();
  if (a instanceof LazyRawStream) return b instanceof LazyRawStream && isSameStream(a, b);
  return false;
}

/** Untouched streams have their original bytes. */
function isSameStream(a: LazyRawStream, b: LazyRawStream): boolean {
  return a.isUntouched && b.isUntouched && isSameDict(a.dict, b.dict);
}

function isSameDict(a: PDFDict, b: PDFDict): boolean {
  const left = entriesOf(a);
  const right = entriesOf(b);
  if (left.size !== right.size) return false;
  for (const [key, value] of left) {
    if (!isSameObject(value, right.get(key))) return false;
  }
  return true;
}

function isSameArray(a: PDFArray, b: PDFArray): boolean {
  if (a.size() !== b.size()) return false;
  for (let index = 0; index < a.size(); index += 1) {
    if (!isSameObject(a.get(index), b.get(index))) return false;
  }
  return true;
}
