import { PDFArray, PDFDict, type PDFObject, PDFStream } from 'pdf-lib';

/** The object's own, and the direct ones in it. */
export function* directDicts(object: PDFObject | undefined): Generator<PDFDict> {
  const waiting = object === undefined ? [] : [object];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const dict = value instanceof PDFStream ? value.dict : value;
    if (dict instanceof PDFDict) {
      yield dict;
      // After `yield`: the caller may have emptied it.
      for (const entry of dict.values()) waiting.push(entry);
    } else if (dict instanceof PDFArray) for (const item of dict.asArray()) waiting.push(item);
  }
}
