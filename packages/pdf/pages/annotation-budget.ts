import { Budget, type PdfLimits } from '../limits.ts';

export class AnnotationBudget {
  readonly #pages = new Set<number>();
  readonly #budget: Budget;

  constructor(limits: PdfLimits) {
    this.#budget = new Budget('annotations', limits.annotations);
  }

  /** Throws `too_complex` beyond the limit of the file. */
  spend(page: number, count: number): void {
    if (count === 0 || this.#pages.has(page)) return;
    this.#budget.spend(count);
    this.#pages.add(page);
  }
}
