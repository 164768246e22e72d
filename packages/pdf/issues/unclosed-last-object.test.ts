import { PDFName, PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';

/**
 * Found by the fuzzer: an unclosed string in the only page extends to the end of the file, and after an
 * incremental save into the increment, so the page was lost.
 */
const bodies = {
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Count 1 /MediaBox [0 0 200 200] /Kids [3 0 R] >>',
  3: '<< /Type /Page /Parent 2 0 R /Note (never closed >>',
};

describe('a page that goes on to the end of the file', () => {
  it('is not followed by an increment', () => {
    const file = openPdf(buildPdf(bodies));
    file.page(0).dict.set(PDFName.of('Rotate'), file.context.obj(90));
    const saved = file.save().toBytes();
    expect(file.repaired).toBe(true);
    expect(complaintsOfQpdf(saved)).toBe('');
    expect(openPdf(saved).pageCount).toBe(1);
  });

  it('does not affect a file whose objects are all closed', () => {
    const file = openPdf(buildPdf({ ...bodies, 3: '<< /Type /Page /Parent 2 0 R >>' }));
    for (let number = 1; number < 4; number += 1) file.context.lookup(PDFRef.of(number));
    expect(file.repaired).toBe(false);
  });
});
