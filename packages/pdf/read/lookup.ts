import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFStream } from 'pdf-lib';

/** Keys of pages and the like, a few dozens: `PDFName.of` runs a regular expression on every call. */
const NAMES = new Map<string, PDFName>();
const MAX_NAMES = 1000;

/** `PDFName.of`, remembered. */
export function nameOf(key: string): PDFName {
  const known = NAMES.get(key);
  if (known !== undefined) return known;
  const name = PDFName.of(key);
  if (NAMES.size < MAX_NAMES) NAMES.set(key, name);
  return name;
}

/** Lookups that answer undefined for a wrong type, where pdf-lib's typed ones throw. */
export function lookupDict(dict: PDFDict, key: string): PDFDict | undefined {
  return asDict(dict.lookup(nameOf(key)));
}

/** The array under a key, references followed; undefined for anything else. */
export function lookupArray(dict: PDFDict, key: string): PDFArray | undefined {
  const value = dict.lookup(nameOf(key));
  return value instanceof PDFArray ? value : undefined;
}

/** The number under a key, references followed; undefined for anything else. */
export function lookupNumber(dict: PDFDict, key: string): number | undefined {
  return asNumber(dict.lookup(nameOf(key)));
}

/** A name's spelling without the slash. */
export function lookupName(dict: PDFDict, key: string): string | undefined {
  return asName(dict.lookup(nameOf(key)));
}

/** A number; undefined for anything else. */
export function asNumber(object: PDFObject | undefined): number | undefined {
  return object instanceof PDFNumber ? object.asNumber() : undefined;
}

/** A name's spelling without the slash; undefined for anything else. */
export function asName(object: PDFObject | undefined): string | undefined {
  return object instanceof PDFName ? object.decodeText() : undefined;
}

/** A dictionary, also when a stream stands in its place. */
export function asDict(object: PDFObject | undefined): PDFDict | undefined {
  if (object instanceof PDFDict) return object;
  return object instanceof PDFStream ? object.dict : undefined;
}
