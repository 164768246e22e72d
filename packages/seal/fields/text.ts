import { decodeTextString } from '@countersign/pdf';
import { type PDFDict, PDFName, PDFString } from 'pdf-lib';

/** A text string of a dictionary as Unicode; undefined when it is missing or no string. */
export function readText(dict: PDFDict, key: string): string | undefined {
  return decodeTextString(dict.lookup(PDFName.of(key)));
}

/** A date of a dictionary (ISO 32000-1 7.9.4); undefined when it is missing or malformed. */
export function readDate(dict: PDFDict, key: string): Date | undefined {
  const text = readText(dict, key);
  if (text === undefined) return undefined;
  try {
    return PDFString.of(text).decodeDate();
  } catch {
    // pdf-lib throws for what it does not understand; such a value tells us nothing.
    return undefined;
  }
}
