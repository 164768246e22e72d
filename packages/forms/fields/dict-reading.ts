import {
  decodeName,
  decodeTextString,
  PdfError,
  type RawValue,
  rawNumber,
  rawNumbers,
  rawText,
} from '@countersign/pdf';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
} from 'pdf-lib';

/** A dictionary to read from: pdf-lib's, or one of which there are only bytes. */
export interface DictEntries {
  readonly context: PDFContext;
  get(key: PDFName): PDFObject | undefined;
  has(key: PDFName): boolean;
  /** The value as it stands in the file; undefined when it is missing or there is only the object. */
  raw?(key: PDFName): RawValue | undefined;
}

/** Follows a reference. What the file does not have, or has broken beyond reading, is undefined. */
export function resolve(context: PDFContext, object: PDFObject | undefined): PDFObject | undefined {
  if (object instanceof PDFRef) return unlessDamaged(() => context.lookup(object));
  return object === PDFNull ? undefined : object;
}

/** One unreadable object must not cost the whole form; limits and bugs still come through. */
function unlessDamaged(read: () => PDFObject | undefined): PDFObject | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError && error.code === 'damaged') return undefined;
    throw error;
  }
}

/** The entry of a dictionary with references followed; a missing entry is undefined. */
export function readEntry(dict: DictEntries, key: PDFName): PDFObject | undefined {
  return resolve(dict.context, dict.get(key));
}

/** An entry that should be a dictionary; a stream counts by its dictionary. */
export function readDict(dict: DictEntries, key: PDFName): PDFDict | undefined {
  return asDict(readEntry(dict, key));
}

export function readArray(dict: DictEntries, key: PDFName): PDFArray | undefined {
  const value = readEntry(dict, key);
  return value instanceof PDFArray ? value : undefined;
}

export function readNumber(dict: DictEntries, key: PDFName): number | undefined {
  return rawNumber(dict.raw?.(key)) ?? asNumber(readEntry(dict, key));
}

export function readName(dict: DictEntries, key: PDFName): PDFName | undefined {
  const value = readEntry(dict, key);
  return value instanceof PDFName ? value : undefined;
}

export function readText(dict: DictEntries, key: PDFName): string | undefined {
  return rawText(dict.raw?.(key)) ?? decodeTextString(readEntry(dict, key));
}

/** Numbers of an array; undefined unless there are at least `count` and all of these are numbers. */
export function readNumbers(dict: DictEntries, key: PDFName, count: number): readonly number[] | undefined {
  const walked = rawNumbers(dict.raw?.(key));
  if (walked?.length === count) return walked;
  const array = readArray(dict, key);
  if (!array || array.size() < count) return undefined;
  const numbers = listItems(array, count).map(asNumber);
  return numbers.every((number) => number !== undefined) ? numbers : undefined;
}

/** The items of an array with references followed, at most `limit` of them. */
export function listItems(array: PDFArray, limit: number): (PDFObject | undefined)[] {
  const count = Math.min(array.size(), limit);
  return Array.from({ length: count }, (_, index) => unlessDamaged(() => array.lookup(index)));
}

export function asDict(object: PDFObject | undefined): PDFDict | undefined {
  if (object instanceof PDFStream) return object.dict;
  return object instanceof PDFDict ? object : undefined;
}

export function asNumber(object: PDFObject | undefined): number | undefined {
  if (!(object instanceof PDFNumber)) return undefined;
  const number = object.asNumber();
  return Number.isFinite(number) ? number : undefined;
}

/** A text string, or a name where a file put one instead. */
export function asTextOrName(object: PDFObject | undefined): string | undefined {
  return object instanceof PDFName ? decodeName(object) : decodeTextString(object);
}

/** The entry as text, or a name where a file put one instead. */
export function readTextOrName(dict: DictEntries, key: PDFName): string | undefined {
  return rawText(dict.raw?.(key)) ?? asTextOrName(readEntry(dict, key));
}
