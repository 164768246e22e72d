import { PdfError } from './errors.ts';

/** What one file may cost. Each limit is far above what real documents need and far below what hurts the machine. */
export interface PdfLimits {
  /** Nested arrays and dictionaries. Real files stay under 30; the parser's stack holds some thousands. */
  readonly nesting: number;
  /**
   * Items of one object: a number, name or reference counts as one, a dictionary, array or long string by what it needs
   * of memory (26 bytes an item). The longest real arrays, flat page lists and name trees, have some 100,000.
   */
  readonly objectItems: number;
  /** Items of all objects that are parsed and kept for one open file. 500,000 objects of an ordinary kind need half. */
  readonly keptItems: number;
  /** Highest object number. ISO 32000-1 annex C.2 names 8,388,607; the index costs at most 13 bytes for each. */
  readonly objects: number;
  /** Entries of all cross-reference sections together: 2,000 revisions must not be 2,000 times all objects. */
  readonly xrefEntries: number;
  /** Bytes after inflating one cross-reference or object stream. A zip bomb reaches 1,032 times its size. */
  readonly inflatedStream: number;
  /** Bytes after inflating all such streams of a file, what each of their filters makes counted, once per stream. */
  readonly inflatedTotal: number;
  /** Bytes inflated again because they were forgotten in between: what bounds the time of going to and fro. */
  readonly reinflatedTotal: number;
  /** Filters on one stream. Two are common, three exist; each may multiply what the one before it made. */
  readonly filters: number;
  /** Cross-reference sections (one for each saved revision). */
  readonly revisions: number;
  /** Levels of the page tree. A balanced tree of 10 kids per node holds 10^60 pages in 60. */
  readonly pageTreeDepth: number;
  /**
   * Bytes looked at in search of the end of long or broken objects and streams, so that no file makes us scan it for
   * each object: ten times the largest upload, some seconds.
   */
  readonly searchedBytes: number;
  /** Entries of all pages' /Annots, each page counted once: lists may be shared by pages, which makes few bytes many. */
  readonly annotations: number;
  /**
   * Entries and items of page objects that are copied because the tree lists one for several pages: a list of thousands,
   * repeated as often, would make kilobytes cost minutes in every step. Real pages have some twenty.
   */
  readonly copiedItems: number;
  /** Pages. At 10 ms of work for each, 100,000 pages are a quarter of an hour. */
  readonly pages: number;
}

/** The limits that hold when `openPdf` is given none. */
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

/** What a form may have; the same for every walk over its fields, so that none sees fields that another does not. */
export const FORM_LIMITS = Object.freeze({
  /** Levels of the field tree. Government forms made by designers reach 10; a longer chain is an attack or an accident. */
  fieldDepth: 100,
  /** Fields and widgets. The largest known forms have 20,000; at 20 microseconds each the limit is 4 seconds. */
  formFields: 200_000,
});

/** Throws `too_complex` if a field lies deeper than forms may. `depth` counts from 0. */
export function requireFieldDepth(depth: number): void {
  const { fieldDepth } = FORM_LIMITS;
  if (depth > fieldDepth) throw tooComplex('fieldDepth', fieldDepth);
}

/** Throws `too_complex` if there are more fields and widgets than a form may have. */
export function requireFieldCount(count: number): void {
  const { formFields } = FORM_LIMITS;
  if (count > formFields) throw tooComplex('formFields', formFields);
}

/** The error for a limit that was met. */
export function tooComplex(limit: keyof PdfLimits | keyof typeof FORM_LIMITS, value: number): PdfError {
  return new PdfError('too_complex', `The file exceeds the limit "${limit}" of ${value}`, { limit, value });
}

/** Counts work of one kind over a whole file and stops it at its limit. */
export class Budget {
  readonly #limit: keyof PdfLimits;
  readonly #most: number;
  #spent = 0;

  constructor(limit: keyof PdfLimits, most: number) {
    this.#limit = limit;
    this.#most = most;
  }

  /** Throws `too_complex` once more than the limit was spent. */
  spend(amount: number): void {
    this.#spent += amount;
    if (this.#spent > this.#most) throw tooComplex(this.#limit, this.#most);
  }
}
