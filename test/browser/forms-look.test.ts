import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { compareLooks, differing, type Tolerance } from '../pdf/forms-look/look-distance.ts';
import { buildFilledSheet, SHEETS } from '../pdf/forms-look/look-sheet.ts';
import { hasChromium, openPdfium } from '../pdf/forms-look/pdfium.ts';
import { renderWithMupdf } from '../pdf/forms-look/renderers.ts';

/** PDFium hints glyphs, which shifts text by a point and makes it bolder. */
const ALIKE: Tolerance = { coverage: 0.05, centre: 5, edge: 4 };

describe.skipIf(!hasChromium)('filled forms in the viewer of Chromium (PDFium)', () => {
  let pdfium: Awaited<ReturnType<typeof openPdfium>>;

  beforeAll(async () => {
    pdfium = await openPdfium();
  });
  afterAll(() => pdfium.close());

  it.each(shareOf(SHEETS.filter(({ rotate }) => rotate % 180 === 0)))(
    '$name looks as in MuPDF',
    async (sheet) => {
      const pdf = await buildFilledSheet(sheet);
      const distances = compareLooks(sheet, pdf, await renderWithMupdf(pdf, 0), await pdfium.render(pdf, 0));
      expect(differing(distances, ALIKE)).toEqual([]);
    },
  );
});
