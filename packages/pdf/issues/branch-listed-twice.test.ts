import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { A4, appendBlankPage } from '../pages/page-content.ts';
import { buildPdf } from '../testing/build-pdf.ts';

/**
 * Found by the fuzzer: one branch is listed twice between a first and last page that agree with the counts. After
 * appending, the file had fewer pages than it claimed.
 */
const FILE = buildPdf({
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Count 4 /MediaBox [0 0 9 9] /Kids [3 0 R 4 0 R 4 0 R 5 0 R] >>',
  3: '<< /Type /Page /Parent 2 0 R >>',
  4: '<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [6 0 R] >>',
  5: '<< /Type /Page /Parent 2 0 R >>',
  6: '<< /Type /Page /Parent 4 0 R >>',
});

describe('a branch that the page tree lists twice', () => {
  it('is noticed when a page is appended', () => {
    const file = openPdf(FILE);
    appendBlankPage(file, A4);
    const saved = openPdf(file.save().toBytes());
    expect([file.pageCount, saved.pageCount]).toEqual([4, 4]);
  });

  it('is noticed when a page is to be changed', () => {
    const file = openPdf(FILE);
    expect(file.page(0).dict.keys()).toHaveLength(2);
    expect([file.pageCount, file.repaired]).toEqual([3, true]);
  });
});
