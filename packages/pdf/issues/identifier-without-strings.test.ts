import { PDFArray, PDFHexString, PDFName, PDFNumber } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';

/**
 * Found by the fuzzer: every save kept an /ID whose first half is not a string, which qpdf then reported as an
 * error.
 */
describe.each(['[\x10746b<11b6>]', '[null <11b6>]', '[7 0 R]', '[]', '12', '[/Name (x)]'])(
  'a file with the identifier %j',
  (identifier) => {
    it.each(['table', 'stream'] as const)('is saved with two strings (%s)', (kind) => {
      const bytes = buildPdf(pageBodies(1), { kind, trailer: `/ID ${identifier}` });
      for (const way of ['save', 'rewrite'] as const) {
        const file = openPdf(bytes);
        file.page(0).dict.set(PDFName.of('Rotate'), PDFNumber.of(90));
        const saved = file[way]().toBytes();
        const id = openPdf(saved).trailer.lookup(PDFName.of('ID'), PDFArray);
        expect([id.lookup(0), id.lookup(1)].every((half) => half instanceof PDFHexString)).toBe(true);
        if (way === 'rewrite') expect(complaintsOfQpdf(saved)).toBe('');
        else expect(complaintsOfQpdf(saved)).not.toContain('ERROR');
      }
    });
  },
);
