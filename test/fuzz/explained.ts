import { openPdf } from '@countersign/pdf';
import { countPagesWithQpdf, type QpdfVerdict } from './qpdf.ts';

/** What is known when qpdf likes a saved file less than the input. */
export interface Comparison {
  readonly input: Uint8Array;
  readonly before: QpdfVerdict;
  readonly after: QpdfVerdict;
}

interface Explanation {
  readonly name: string;
  holds(comparison: Comparison): boolean;
}

/**
 * Reasons for which qpdf may like a saved file less although nothing was done wrong. Each is counted and printed; what
 * none of them explains is a find.
 */
const EXPLANATIONS: readonly Explanation[] = [
  {
    // Its check of the input went over another document: pages that it did not reach have faults of their own.
    name: 'qpdf finds other pages in the input',
    holds: ({ input }) => countPagesWithQpdf(input) !== openPdf(input).pageCount,
  },
  {
    // A number of more than 64 bits, an offset beyond every file: it does not see what else is wrong with the object.
    name: 'qpdf cannot read an object of the input at all',
    holds: ({ before }) => before.complaints.includes('error reading object:'),
  },
];

/** The reason, when there is one. */
export function explain(comparison: Comparison): string | undefined {
  return EXPLANATIONS.find(({ holds }) => holds(comparison))?.name;
}
