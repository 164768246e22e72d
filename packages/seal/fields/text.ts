import { decodeTextString } from '@countersign/pdf';
import { type PDFDict, PDFName, PDFString } from 'pdf-lib';

export function readText(dict: PDFDict, key: string): string | undefined {
  return decodeTextString(dict.lookup(PDFName.of(key)));
}

/** ISO 32000-1 7.9.4. */
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
