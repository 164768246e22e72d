import { PdfError, preflight } from '@countersign/pdf';
import { describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';

/** The expected result for every malformed fixture: pages and whether repaired, or the code. */
const ANSWERS: Readonly<Record<string, string>> = {
  'empty.pdf': 'not_a_pdf',
  'text-named-pdf.pdf': 'not_a_pdf',
  'html.pdf': 'not_a_pdf',
  'header-only.pdf': 'damaged',
  'garbage-after-header.pdf': 'damaged',
  'no-catalog.pdf': 'damaged',
  'no-pages.pdf': 'no_pages',
  'cyclic-pages.pdf': '1 pages, repaired',
  'wrong-startxref.pdf': '2 pages, repaired',
  'without-startxref.pdf': '2 pages, repaired',
  'without-table.pdf': '2 pages, repaired',
  'wrong-offsets.pdf': '2 pages, repaired',
  'junk-before-header.pdf': '2 pages',
  'truncated-tail.pdf': '2 pages, repaired',
  // One of two pages is lost. It once opened as a file of one page.
  'truncated-half.pdf': 'damaged',
};

function answerTo(name: string): string {
  try {
    const { pages, repaired } = preflight(fixturePath(`malformed/${name}`));
    return `${pages} pages${repaired ? ', repaired' : ''}`;
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    throw error;
  }
}

describe('a malformed fixture', () => {
  it.each(Object.entries(ANSWERS))('%s is answered by: %s', (name, answer) => {
    expect(answerTo(name)).toBe(answer);
  });
});
