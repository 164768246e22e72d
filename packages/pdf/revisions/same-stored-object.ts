import { type PDFObject, PDFStream } from 'pdf-lib';
import { isSameObject } from '../write/compare.ts';

/** References are compared by number, streams by their stored bytes. */
export function isSameStoredObject(a: PDFObject | undefined, b: PDFObject | undefined): boolean {
  if (!(a instanceof PDFStream) || !(b instanceof PDFStream)) return isSameObject(a, b);
  if (!isSameObject(a.dict, b.dict) || a.getContentsSize() !== b.getContentsSize()) return false;
  return Buffer.compare(a.getContents(), b.getContents()) === 0;
}
