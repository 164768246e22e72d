import { PdfError } from './errors.ts';

/** Limits on what one file may cost: far above real documents, far below what harms the machine. */
export interface PdfLimits {
  /**
   * The number of nested arrays and dictionaries. Real files stay under 30; the parser's stack allows
   * thousands.
   */
  readonly nesting: number;
  /** Items of one object; 26 bytes of memory count as one. The longest real arrays have some 100,000. */
  readonly objectItems: number;
  /** Items of all parsed objects of one open file. 500,000 ordinary objects need half. */
  readonly keptItems: number;
  /**
   * The highest object number. ISO 32000-1 annex C.2 names 8,388,607; the index needs at most 13 bytes for
   * each.
   */
  readonly objects: number;
  /** Entries of all cross-reference sections together, so that revisions do not multiply the objects. */
  readonly xrefEntries: number;
  /** Bytes of one inflated cross-reference or object stream. Deflate expands up to 1,032 times. */
  readonly inflatedStream: number;
  /** Bytes of all inflated streams of a file, after each filter. */
  readonly inflatedTotal: number;
  /** Bytes inflated again after leaving the cache; bounds the time of alternating reads. */
  readonly reinflatedTotal: number;
  /** Filters on one stream. Two are common; each may multiply the output of the one before. */
  readonly filters: number;
  /** The number of cross-reference sections, one for each saved revision. */
  readonly revisions: number;
  /** Levels of the page tree. Balanced trees need a handful. */
  readonly pageTreeDepth: number;
  /** Bytes searched for the end of broken objects and streams: ten times the largest upload. */
  readonly searchedBytes: number;
  /** Entries of all pages' /Annots, each page counted once, since pages may share one list. */
  readonly annotations: number;
  /** Entries and items of pages copied because the tree lists them again. Real pages have some twenty. */
  readonly copiedItems: number;
  /** The number of pages. At 10 ms for each, 100,000 pages take a quarter of an hour. */
  readonly pages: number;
}

export const DEFAULT_LIMITS: PdfLimits = Object.freeze({
  nesting: 256,
  objectItems: 4_000_000,
  keptItems: 16_000_000,
  objects: 8_388_607,
  xrefEntries: 4 * 8_388_608,
  inflatedStream: 128 * 1024 * 1024,
  inflatedTotal: 512 * 1024 * 1024,
  reinflatedTotal: 1024 * 1024 * 1024,
  filters: 8,
  revisions: 2_000,
  pageTreeDepth: 60,
  searchedBytes: 512 * 1024 * 1024,
  annotations: 1_000_000,
  copiedItems: 1_000_000,
  pages: 100_000,
});

/** Limits on forms, shared by every walk over fields. */
export const FORM_LIMITS = Object.freeze({
  /** Levels of the field tree. Designed government forms reach 10. */
  fieldDepth: 100,
  /** Fields and widgets. The largest known forms have 20,000; at 20 microseconds each the limit is 4 seconds. */
  formFields: 200_000,
});

/** Throws `too_complex` if `depth`, from 0, is too deep for a field. */
export function requireFieldDepth(depth: number): void {
  const { fieldDepth } = FORM_LIMITS;
  if (depth > fieldDepth) throw tooComplex('fieldDepth', fieldDepth);
}

/** Throws `too_complex` if there are too many fields and widgets. */
export function requireFieldCount(count: number): void {
  const { formFields } = FORM_LIMITS;
  if (count > formFields) throw tooComplex('formFields', formFields);
}

export function tooComplex(limit: keyof PdfLimits | keyof typeof FORM_LIMITS, value: number): PdfError {
  return new PdfError('too_complex', `The file exceeds the limit "${limit}" of ${value}`, { limit, value });
}

/** Counts one kind of work over a whole file and stops it at its limit. */
export class Budget {
  readonly #limit: keyof PdfLimits;
  readonly #most: number;
  #spent = 0;

  constructor(limit: keyof PdfLimits, most: number) {
    this.#limit = limit;
    this.#most = most;
  }

  /** Throws `too_complex` if more than the limit has been spent. */
  spend(amount: number): void {
    this.#spent += amount;
    if (this.#spent > this.#most) throw tooComplex(this.#limit, this.#most);
  }
}
