import { PdfError } from './errors.ts';

/** What one file may cost. Each limit is far above what real documents need and far below what hurts the machine. */
export interface PdfLimits {
  /** Nested arrays and dictionaries. Real files stay under 30; the parser's stack holds some thousands. */
  readonly nesting: number;
  /** Highest object number. ISO 32000-1 annex C.2 names 8,388,607; the index costs 13 bytes for each. */
  readonly objects: number;
  /** Bytes after inflating one cross-reference or object stream. A zip bomb reaches 1,032 times its size. */
  readonly inflatedStream: number;
  /** Bytes after inflating all such streams of a file, counted once per stream. */
  readonly inflatedTotal: number;
  /** Cross-reference sections (one for each saved revision). */
  readonly revisions: number;
  /** Levels of the page tree. A balanced tree of 10 kids per node holds 10^60 pages in 60. */
  readonly pageTreeDepth: number;
  /** Bytes looked at in search of the end of broken objects and streams, so that no file makes us scan it for each object. */
  readonly searchedBytes: number;
  /** Pages. At 10 ms of work for each, 100,000 pages are a quarter of an hour. */
  readonly pages: number;
}

export const DEFAULT_LIMITS: PdfLimits = Object.freeze({
  nesting: 256,
  objects: 8_388_607,
  inflatedStream: 128 * 1024 * 1024,
  inflatedTotal: 512 * 1024 * 1024,
  revisions: 2_000,
  pageTreeDepth: 60,
  searchedBytes: 2 * 1024 * 1024 * 1024,
  pages: 100_000,
});

/** The error for a limit that was met. */
export function tooComplex(limit: keyof PdfLimits, value: number): PdfError {
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
