import { type PDFDict, PDFHexString, PDFName, type PDFObject, PDFString } from 'pdf-lib';

/** A text string of a dictionary as Unicode; undefined when it is missing, no string, or badly encoded. */
export function readText(dict: PDFDict, key: string): string | undefined {
  return decode(dict.lookup(PDFName.of(key)), (value) => value.decodeText());
}

/** A date of a dictionary (ISO 32000-1 7.9.4); undefined when it is missing or malformed. */
export function readDate(dict: PDFDict, key: string): Date | undefined {
  return decode(dict.lookup(PDFName.of(key)), (value) => value.decodeDate());
}

function decode<T>(
  value: PDFObject | undefined,
  read: (value: PDFString | PDFHexString) => T,
): T | undefined {
  if (!(value instanceof PDFString) && !(value instanceof PDFHexString)) return undefined;
  try {
    return read(value);
  } catch {
    // pdf-lib throws for dates and encodings it does not understand; such a value tells us nothing.
    return undefined;
  }
}
