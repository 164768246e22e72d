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

/** pdf-lib's, or unparsed bytes. */
export interface DictEntries {
  readonly context: PDFContext;
  get(key: PDFName): PDFObject | undefined;
  has(key: PDFName): boolean;
  /** Undefined if it is missing or already an object. */
  raw?(key: PDFName): RawValue | undefined;
}

/** Undefined if the object is missing or unreadable. */
export function resolve(context: PDFContext, object: PDFObject | undefined): PDFObject | undefined {
  if (object instanceof PDFRef) return unlessDamaged(() => context.lookup(object));
  return object === PDFNull ? undefined : object;
}

/** One unreadable object must not fail the whole form; limits and bugs still propagate. */
function unlessDamaged(read: () => PDFObject | undefined): PDFObject | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError && error.code === 'damaged') return undefined;
    throw error;
  }
}

export function readEntry(dict: DictEntries, key: PDFName): PDFObject | undefined {
  return resolve(dict.context, dict.get(key));
}

/** Of a stream too. */
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

/** Undefined unless at least `count` items, all numbers. */
export function readNumbers(dict: DictEntries, key: PDFName, count: number): readonly number[] | undefined {
  const walked = rawNumbers(dict.raw?.(key));
  if (walked?.length === count) return walked;
  const array = readArray(dict, key);
  if (!array || array.size() < count) return undefined;
  const numbers = listItems(array, count).map(asNumber);
  return numbers.every((number) => number !== undefined) ? numbers : undefined;
}

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

/** Some files use names. */
export function asTextOrName(object: PDFObject | undefined): string | undefined {
  return object instanceof PDFName ? decodeName(object) : decodeTextString(object);
}

export function readTextOrName(dict: DictEntries, key: PDFName): string | undefined {
  return rawText(dict.raw?.(key)) ?? asTextOrName(readEntry(dict, key));
}
