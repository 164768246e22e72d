import { flattenForm, prefill } from '@countersign/forms';
import { openPdf } from '@countersign/pdf';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { compareLooks, differing, type Tolerance } from './look-distance.ts';
import { buildFilledSheet, SHEETS } from './look-sheet.ts';
import { brightness, SCALE } from './raster.ts';
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

const ADDRESS = 'drawn-en@example.com';

/** At 42 points it was sealed as "drawn-en(". */
describe.each(['api', 'signee', 'service'] as const)('a value too wide for its field, by %s', (filledBy) => {
  it('is sealed whole, without ink at the edge that would cut it off', async () => {
    const made = await PDFDocument.create();
    const field = made.getForm().createTextField('a');
    field.addToPage(made.addPage([300, 100]), { x: 20, y: 20, width: 200, height: 50, borderWidth: 0 });
    field.setFontSize(42);
    const file = openPdf(await made.save());
    await prefill(file, [{ name: 'a', value: ADDRESS }], 'filled', { filledBy });
    await flattenForm(file);
    const pdf = file.save().toBytes();
    const mupdf = await import('mupdf');
    const page = mupdf.Document.openDocument(pdf, 'application/pdf').loadPage(0);
    expect(page.toStructuredText('').asText()).toContain(ADDRESS);
    for (const render of [renderWithMupdf, renderWithPdfjs]) {
      const raster = await render(pdf, 0);
      const isInk = (x: number) =>
        Array.from({ length: raster.height }, (_, y) => brightness(raster, x, y)).some(
          (value) => value < 160,
        );
      const columns = Array.from({ length: raster.width }, (_, x) => x).filter(isInk);
      // The text is as wide as the box less 2 points at each side.
      expect(columns[0]).toBeGreaterThan(21 * SCALE);
      expect(columns.at(-1)).toBeGreaterThan(200 * SCALE);
      expect(columns.at(-1)).toBeLessThan(219 * SCALE);
    }
  });
});
