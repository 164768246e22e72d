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

const BLOCK_BITS = 10;
const BLOCK_LENGTH = 1 << BLOCK_BITS;
/** What has a higher number is walked again, since each block of a sparse file would take kilobytes. */
const MAX_NUMBER = 1 << 20;

/** A value is null if only the parser can read the object. */
type Block = (RawDict | null | undefined)[];

/**
 * Walks each field and annotation once: listing, stripping, naming, moving and drawing fields follow each other in one
 * request, and the bytes do not change.
 */
export class FieldWalks {
  readonly #reader: ObjectReader;
  /** They are found by object number: a map took a tenth of the time of listing 1,000 fields. */
  readonly #blocks: (Block | undefined)[] = [];
  #count = 0;

  constructor(reader: ObjectReader) {
    this.#reader = reader;
  }

  walk({ objectNumber, generationNumber }: PDFRef): RawDict | undefined {
    if (generationNumber !== 0 || objectNumber >= MAX_NUMBER)
      return walkObject(this.#reader, objectNumber, generationNumber, FIELD_KEYS);
    const block = this.#blocks[objectNumber >>> BLOCK_BITS] ?? this.#addBlock(objectNumber);
    const known = block[objectNumber & (BLOCK_LENGTH - 1)];
    if (known !== undefined) return known ?? undefined;
    const found = walkObject(this.#reader, objectNumber, 0, FIELD_KEYS);
    // A file may have more annotations, which are walked again: their memory costs more.
    if (this.#count < FORM_LIMITS.formFields) {
      block[objectNumber & (BLOCK_LENGTH - 1)] = found ?? null;
      this.#count += 1;
    }
    return found;
  }

  #addBlock(number: number): Block {
    const block: Block = new Array(BLOCK_LENGTH).fill(undefined);
    this.#blocks[number >>> BLOCK_BITS] = block;
    return block;
  }
}
