import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFStream } from 'pdf-lib';

/** Names are kept, because `PDFName.of` runs a regular expression on every call. */
const NAMES = new Map<string, PDFName>();
const MAX_NAMES = 1000;

export function nameOf(key: string): PDFName {
  const known = NAMES.get(key);
  if (known !== undefined) return known;
  const name = PDFName.of(key);
  if (NAMES.size < MAX_NAMES) NAMES.set(key, name);
  return name;
}

/** The lookups resolve references and return undefined for another type. */
export function lookupDict(dict: PDFDict, key: string): PDFDict | undefined {
  return asDict(dict.lookup(nameOf(key)));
}

export function lookupArray(dict: PDFDict, key: string): PDFArray | undefined {
  const value = dict.lookup(nameOf(key));
  return value instanceof PDFArray ? value : undefined;
}

export function lookupNumber(dict: PDFDict, key: string): number | undefined {
  return asNumber(dict.lookup(nameOf(key)));
}

/** Returns the name without the slash. */
export function lookupName(dict: PDFDict, key: string): string | undefined {
  return asName(dict.lookup(nameOf(key)));
}

export function asNumber(object: PDFObject | undefined): number | undefined {
  return object instanceof PDFNumber ? object.asNumber() : undefined;
}

/** Returns the name without the slash. */
export function asName(object: PDFObject | undefined): string | undefined {
  return object instanceof PDFName ? object.decodeText() : undefined;
}

/** Returns a dictionary, also that of a stream. */
export function asDict(object: PDFObject | undefined): PDFDict | undefined {
  if (object instanceof PDFDict) return object;
  return object instanceof PDFStream ? object.dict : undefined;
}
