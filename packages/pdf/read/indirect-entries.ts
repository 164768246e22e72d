import { PDFArray, PDFDict, type PDFObject, PDFRef } from 'pdf-lib';
import { nameOf } from './lookup.ts';

/** Also within arrays: another revision could change the value. */
export function hasIndirectEntry(dict: PDFDict, keys: readonly string[]): boolean {
  const waiting: PDFObject[] = keys.flatMap((key) => dict.get(nameOf(key)) ?? []);
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value instanceof PDFRef) return true;
    if (value instanceof PDFArray) for (const item of value.asArray()) waiting.push(item);
    if (value instanceof PDFDict) for (const item of value.values()) waiting.push(item);
  }
  return false;
}
