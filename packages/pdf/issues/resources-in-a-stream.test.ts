import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../merge/merge.ts';
import { openPdf } from '../open-pdf.ts';
import { buildPdf } from '../testing/build-pdf.ts';

/**
 * Found by the fuzzer: inherited /Resources that refer to a stream. A merge wrote the stream directly into the
 * page, which no reader accepts.
 */
const bodies = {
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Count 2 /MediaBox [0 0 200 200] /Resources 5 0 R /Kids [3 0 R 4 0 R] >>',
  3: '<< /Type /Page /Parent 2 0 R >>',
  4: '<< /Type /Page /Parent 2 0 R /Resources 9 0 R >>',
  5: '<< /Length 1 >>\nstream\nn\nendstream',
};

describe('inherited resources that are a stream', () => {
  it('are referred to by the merged pages, each of which is there', () => {
    const file = openPdf(buildPdf(bodies));
    const merged = openPdf(mergePdfs([file, file]).toBytes());
    expect([merged.pageCount, [...merged.pages()].length, merged.repaired]).toEqual([4, 4, false]);
  });

  it('are taken from above when those of the page lead nowhere', () => {
    const page = openPdf(buildPdf(bodies)).page(1);
    expect(page.inheritedEntry('Resources')?.toString()).toBe('5 0 R');
  });
});
