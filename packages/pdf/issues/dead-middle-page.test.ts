import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../merge/merge.ts';
import { openPdf } from '../open-pdf.ts';
import { buildPdf } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';

/**
 * Found by the fuzzer: a page between the first and last is not a dictionary. `pageCount` was three, a walk found
 * two, and a merge lost one silently.
 */
const bodies = {
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Count 3 /MediaBox [0 0 200 200] /Kids [3 0 R 4 0 R 5 0 R] >>',
  3: '<< /Type /Page /Parent 2 0 R >>',
  4: '17',
  5: '<< /Type /Page /Parent 2 0 R >>',
};

describe('a page tree with an invalid page in its middle', () => {
  it('has as many pages as a walk meets, once it was walked', () => {
    const file = openPdf(buildPdf(bodies));
    expect([...file.pages()]).toHaveLength(2);
    expect([file.pageCount, file.repaired]).toEqual([2, true]);
    expect(complaintsOfQpdf(file.save().toBytes())).toBe('');
  });

  it('is rewritten with the valid pages, even if none was requested', () => {
    const file = openPdf(buildPdf(bodies));
    const written = openPdf(file.rewrite().toBytes());
    expect([file.pageCount, written.pageCount, written.repaired]).toEqual([2, 2, false]);
  });

  it('is merged with the pages that there are', () => {
    const file = openPdf(buildPdf(bodies));
    const merged = openPdf(mergePdfs([file, file]).toBytes());
    expect([file.pageCount, merged.pageCount]).toEqual([2, 4]);
  });
});
