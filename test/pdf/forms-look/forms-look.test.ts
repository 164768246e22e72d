import { describe, expect, it } from 'vitest';
import { compareLooks, differing, type Tolerance } from './look-distance.ts';
import { buildFilledSheet, SHEETS } from './look-sheet.ts';
import { hasPoppler, renderWithMupdf, renderWithPdfjs, renderWithPoppler } from './renderers.ts';

/** Tolerance for anti-aliasing. Measured: 0.9 %, 0.25 pt, 0.5 pt. */
const SAME: Tolerance = { coverage: 0.02, centre: 1, edge: 2 };

describe.each(SHEETS)('the filled sheet $name', (sheet) => {
  it('looks the same in MuPDF, pdf.js and Poppler', async () => {
    const pdf = await buildFilledSheet(sheet);
    const mupdf = await renderWithMupdf(pdf, 0);
    const others = hasPoppler ? [renderWithPdfjs, renderWithPoppler] : [renderWithPdfjs];
    for (const render of others) {
      const distances = compareLooks(sheet, pdf, mupdf, await render(pdf, 0));
      expect(differing(distances, SAME)).toEqual([]);
      expect(distances.filter(({ ink }) => ink < 0.01)).toEqual([]);
    }
  });
});
