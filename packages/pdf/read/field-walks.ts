import type { PDFRef } from 'pdf-lib';
import { FORM_LIMITS } from '../limits.ts';
import { DictKeys } from './dict-keys.ts';
import { type RawDict, walkObject } from './dict-walker.ts';
import type { ObjectReader } from './object-reader.ts';

/** The entries of fields and annotations that are read from bytes, whatever for: one list, so that one walk serves all. */
const FIELD_ENTRIES = [
  'A',
  'AA',
  'AF',
  'AP',
  'AS',
  'CountersignDateFormat',
  'DA',
  'DV',
  'F',
  'FT',
  'Ff',
  'I',
  'Kids',
  'MaxLen',
  'Opt',
  'P',
  'PA',
  'Parent',
  'Q',
  'RV',
  'Rect',
  'Subtype',
  'T',
  'Type',
  'V',
] as const;

export type FieldEntry = (typeof FIELD_ENTRIES)[number];

export const FIELD_KEYS = new DictKeys(FIELD_ENTRIES);

/** Their indices in `FIELD_KEYS`. */
export const FIELD_INDEX = Object.fromEntries(FIELD_ENTRIES.map((name, index) => [name, index])) as Readonly<
  Record<FieldEntry, number>
>;

/**
 * Walks each field and annotation once: listing, stripping, naming, moving and drawing fields follow each other in one
 * request, and the bytes do not change.
 */
export class FieldWalks {
  readonly #reader: ObjectReader;
  /** A value is undefined if only the parser can read the object. */
  readonly #walked = new Map<PDFRef, RawDict | undefined>();

  constructor(reader: ObjectReader) {
    this.#reader = reader;
  }

  walk(ref: PDFRef): RawDict | undefined {
    const known = this.#walked.get(ref);
    if (known !== undefined || this.#walked.has(ref)) return known;
    const found = walkObject(this.#reader, ref.objectNumber, ref.generationNumber, FIELD_KEYS);
    // A file may have more annotations, which are walked again: their memory costs more.
    if (this.#walked.size < FORM_LIMITS.formFields) this.#walked.set(ref, found);
    return found;
  }
}
