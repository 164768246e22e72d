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
  /** Returns undefined if the entry is missing or already an object. */
  raw?(key: PDFName): RawValue | undefined;
}

/** Returns undefined if the object is missing or unreadable. */
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

/** Accepts the dictionary of a stream too. */
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

/** Returns undefined unless there are at least `count` items, all of them numbers. */
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

/** Looking up a name costs more than reading an entry. */
export const Key = {
  AA: PDFName.of('AA'),
  AP: PDFName.of('AP'),
  AS: PDFName.of('AS'),
  AcroForm: PDFName.of('AcroForm'),
  Annot: PDFName.of('Annot'),
  Annots: PDFName.of('Annots'),
  BBox: PDFName.of('BBox'),
  BC: PDFName.of('BC'),
  BG: PDFName.of('BG'),
  BS: PDFName.of('BS'),
  Border: PDFName.of('Border'),
  Btn: PDFName.of('Btn'),
  C: PDFName.of('C'),
  CA: PDFName.of('CA'),
  CO: PDFName.of('CO'),
  Ch: PDFName.of('Ch'),
  /** Ours: the format of a day, which a removed script stated. */
  CountersignDateFormat: PDFName.of('CountersignDateFormat'),
  D: PDFName.of('D'),
  DA: PDFName.of('DA'),
  DR: PDFName.of('DR'),
  DV: PDFName.of('DV'),
  F: PDFName.of('F'),
  FT: PDFName.of('FT'),
  Ff: PDFName.of('Ff'),
  Fields: PDFName.of('Fields'),
  Font: PDFName.of('Font'),
  I: PDFName.of('I'),
  JS: PDFName.of('JS'),
  K: PDFName.of('K'),
  Kids: PDFName.of('Kids'),
  MK: PDFName.of('MK'),
  Matrix: PDFName.of('Matrix'),
  MaxLen: PDFName.of('MaxLen'),
  N: PDFName.of('N'),
  NeedAppearances: PDFName.of('NeedAppearances'),
  OC: PDFName.of('OC'),
  Off: PDFName.of('Off'),
  Opt: PDFName.of('Opt'),
  P: PDFName.of('P'),
  Parent: PDFName.of('Parent'),
  Q: PDFName.of('Q'),
  R: PDFName.of('R'),
  RV: PDFName.of('RV'),
  Rect: PDFName.of('Rect'),
  S: PDFName.of('S'),
  Sig: PDFName.of('Sig'),
  Subtype: PDFName.of('Subtype'),
  T: PDFName.of('T'),
  TI: PDFName.of('TI'),
  Tx: PDFName.of('Tx'),
  Type: PDFName.of('Type'),
  V: PDFName.of('V'),
  W: PDFName.of('W'),
  Widget: PDFName.of('Widget'),
  XFA: PDFName.of('XFA'),
} as const;
