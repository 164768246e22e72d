import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../merge/merge.ts';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';

/**
 * A widget, a link and a named destination referred to a deleted page, so the merged file contained its text and
 * scripts. References to the catalog brought back what merges drop.
 */
describe('a merge of files that refer to what they do not show', () => {
  const content = '(deleted words) Tj';
  const file = () =>
    buildPdf({
      ...pageBodies(1, '/Annots [20 0 R 21 0 R]'),
      1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [20 0 R] >> /AA << /WC << /S /JavaScript /JS (gone) >> >>
        /Dests << /gone [10 0 R /Fit] /kept [3 0 R /Fit] >> >>`,
      10: '<< /Type /Page /Parent 2 0 R /Contents 11 0 R /AA << /O << /S /JavaScript /JS (deleted) >> >> >>',
      11: `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      20: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [0 0 9 9] /P 10 0 R /Data 1 0 R >>',
      21: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [10 0 R /Fit] >>',
    });

  it('does not carry it along', () => {
    const merged = mergePdfs([openPdf(file()), openPdf(file())]).toBytes();
    const text = Buffer.from(merged).toString('latin1');
    for (const word of ['deleted', 'JavaScript', '/gone']) expect(text).not.toContain(word);
    expect(text.match(/\/kept/g)).toHaveLength(2);
    expect([...openPdf(merged).pages()].map((page) => page.annotations().length)).toEqual([2, 2]);
    expect(complaintsOfQpdf(merged)).toBe('');
  });
});
