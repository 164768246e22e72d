import { openPdf } from '@countersign/pdf';
import { countPagesWithQpdf, type QpdfVerdict } from './qpdf.ts';

export interface Comparison {
  readonly input: Uint8Array;
  readonly before: QpdfVerdict;
  readonly after: QpdfVerdict;
}

interface Explanation {
  readonly name: string;
  holds(comparison: Comparison): boolean;
}

const NOT_A_STREAM = 'ignoring non-stream in an array of streams';

/**
 * Reasons for which qpdf may rate a saved file lower although it is correct. Each is counted and printed; anything
 * else is a finding.
 */
const EXPLANATIONS: readonly Explanation[] = [
  {
    // qpdf's check of the input did not reach these pages.
    name: 'qpdf finds other pages in the input',
    holds: ({ input }) => countPagesWithQpdf(input) !== openPdf(input).pageCount,
  },
  {
    // Numbers over 64 bits hide qpdf's other messages about the object.
    name: 'qpdf cannot read an object of the input at all',
    holds: ({ before }) => before.complaints.includes('error reading object:'),
  },
  {
    // qpdf reads an unknown keyword as a string, which is a warning here; it is saved as null, which is an error.
    name: 'qpdf rates a null among content streams as an error',
    holds: ({ before, after }) => {
      const errors = after.complaints.split('\n').filter((line) => line.startsWith('ERROR:'));
      const isKnown = before.complaints.includes(NOT_A_STREAM);
      return isKnown && errors.length > 0 && errors.every((line) => line.includes(NOT_A_STREAM));
    },
  },
];

export function explain(comparison: Comparison): string | undefined {
  return EXPLANATIONS.find(({ holds }) => holds(comparison))?.name;
}
