import { PDFArray, PDFDict, type PDFObject, PDFStream } from 'pdf-lib';

/** The dictionary that an object is, or has as a stream, and those that lie directly in it. References are not followed. */
export function* directDicts(object: PDFObject | undefined): Generator<PDFDict> {
  const waiting = object === undefined ? [] : [object];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const dict = value instanceof PDFStream ? value.dict : value;
    if (dict instanceof PDFDict) {
      yield dict;
      // Not what it held before: whoever asked may have emptied it.
      for (const entry of dict.values()) waiting.push(entry);
    } else if (dict instanceof PDFArray) for (const item of dict.asArray()) waiting.push(item);
  }
}
