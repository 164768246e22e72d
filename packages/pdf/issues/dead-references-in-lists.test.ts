import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../merge/merge.ts';
import { openPdf } from '../open-pdf.ts';
import { buildPdf } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';

/**
 * Found by the fuzzer: a rewrite wrote `null` for a dead reference in /Contents, which qpdf reports as an error.
 * Such lists contain references only (ISO 32000-1 table 30), so dead ones are removed.
 */
const bodies = {
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Count 1 /MediaBox [0 0 200 200] /Kids [3 0 R] >>',
  3: '<< /Type /Page /Parent 2 0 R /Contents [9 0 R 4 0 R 4 7 R] /Annots [9 0 R] /Resources << >> >>',
  4: '<< /Length 1 >>\nstream\nn\nendstream',
};

describe('references that lead nowhere in a list of references', () => {
  it('are left out by a rewrite', () => {
    const written = openPdf(buildPdf(bodies)).rewrite().toBytes();
    expect(complaintsOfQpdf(written)).toBe('');
    expect(openPdf(written).page(0).annotations()).toEqual([]);
  });

  it('are left out by a merge', () => {
    const merged = mergePdfs([openPdf(buildPdf(bodies))]).toBytes();
    expect(complaintsOfQpdf(merged)).toBe('');
    expect(Buffer.from(merged).toString('latin1')).not.toContain('null');
  });
});
