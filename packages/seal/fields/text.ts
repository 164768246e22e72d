import { decodeTextString } from '@countersign/pdf';
import { type PDFDict, PDFName, PDFString } from 'pdf-lib';

/** Returns a text string of a dictionary, or undefined. */
export function readText(dict: PDFDict, key: string): string | undefined {
  return decodeTextString(dict.lookup(PDFName.of(key)));
}

/** Returns a date of a dictionary (ISO 32000-1 7.9.4), or undefined. */
export function readDate(dict: PDFDict, key: string): Date | undefined {
  const text = readText(dict, key);
  if (text === undefined) return undefined;
  try {
    return PDFString.of(text).decodeDate();
  } catch {
    // pdf-lib throws for malformed values.
    return undefined;
  }
}
