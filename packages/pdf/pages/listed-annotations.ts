import { Budget, type PdfLimits } from '../limits.ts';

/** Counts the annotations that the pages of one file list, each page once, however often it is asked. */
export class ListedAnnotations {
  readonly #pages = new Set<number>();
  readonly #budget: Budget;

  constructor(limits: PdfLimits) {
    this.#budget = new Budget('annotations', limits.annotations);
  }

  /** Notes that a page lists so many. Throws `too_complex` beyond the limit for all pages together. */
  note(page: number, count: number): void {
    if (count === 0 || this.#pages.has(page)) return;
    this.#budget.spend(count);
    this.#pages.add(page);
  }
}
