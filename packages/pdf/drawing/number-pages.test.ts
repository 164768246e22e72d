import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { countInk, drawByMupdf, readText, readWords } from '../testing/draw-by-mupdf.ts';
import { numberPages, type PageNumbering } from './number-pages.ts';
import { addWatermark, type Watermark } from './watermark.ts';

const PAGES = 4;
/** Pages of 300 x 400 points, each rotated by 90 degrees more than the one before. */
const bodies = { ...pageBodies(PAGES) };
for (let page = 0; page < PAGES; page += 1)
  bodies[3 + page * 2] = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Rotate ${page * 90} >>`;
const PDF = buildPdf(bodies);

async function numbered(numbering: PageNumbering): Promise<Uint8Array> {
  const file = openPdf(PDF);
  await numberPages(file, numbering);
  const bytes = file.save().toBytes();
  expect(await complaintsOfQpdf(bytes)).toBe('');
  return bytes;
}

async function marked(watermark: Watermark): Promise<Uint8Array> {
  const file = openPdf(PDF);
  await addWatermark(file, watermark);
  const bytes = file.save().toBytes();
  expect(await complaintsOfQpdf(bytes)).toBe('');
  return bytes;
}

const textsOf = (pdf: Uint8Array) => Array.from({ length: PAGES }, (_, page) => readText(pdf, page).trim());

describe('numberPages', () => {
  it('numbers all pages at the bottom, in the middle', async () => {
    const pdf = await numbered({});
    expect(textsOf(pdf)).toEqual(['1', '2', '3', '4']);
    for (let page = 0; page < PAGES; page += 1) {
      const { width, height } = drawByMupdf(pdf, page);
      const [word] = readWords(pdf, page);
      expect(((word?.left ?? 0) + (word?.right ?? 0)) / 2).toBeCloseTo(width / 2, 0);
      expect(Math.abs((word?.bottom ?? 0) - (height - 36))).toBeLessThan(3);
    }
  });

  it('numbers some pages, in a format, from a number', async () => {
    const format = 'Seite {page} von {pages}';
    expect(textsOf(await numbered({ pages: [1, 2], format }))).toEqual([
      '',
      'Seite 2 von 4',
      'Seite 3 von 4',
      '',
    ]);
    expect(textsOf(await numbered({ pages: [1, 3], format, start: 8 }))).toEqual([
      '',
      'Seite 8 von 9',
      '',
      'Seite 9 von 9',
    ]);
  });

  it('keeps its margins at each position', async () => {
    const pdf = await numbered({ position: 'top-right', margin: [20, 10] });
    for (let page = 0; page < PAGES; page += 1) {
      const { width } = drawByMupdf(pdf, page);
      const [word] = readWords(pdf, page);
      expect(Math.abs((word?.right ?? 0) - (width - 20))).toBeLessThan(2);
      expect(Math.abs((word?.top ?? 0) - 10)).toBeLessThan(4);
    }
  });

  it.each([
    [{ format: '{page} {total}' }, 'invalid_argument'],
    [{ format: '' }, 'invalid_argument'],
    [{ position: 'middle' }, 'invalid_argument'],
    [{ margin: -1 }, 'invalid_argument'],
    [{ margin: 500 }, 'box_outside_page'],
    [{ pages: [4] }, 'page_out_of_range'],
    [{ format: '\u{13000}' }, 'text_not_drawable'],
  ])('refuses %j with %s, and draws nothing', async (numbering, code) => {
    const file = openPdf(PDF);
    await expect(numberPages(file, numbering as PageNumbering)).rejects.toMatchObject({ code });
    expect(readText(file.save().toBytes())).not.toMatch(/\d/);
  });
});

describe('addWatermark', () => {
  it('draws a text along the diagonal of each page, within it', async () => {
    const pdf = await marked({ text: 'DRAFT' });
    expect(textsOf(pdf)).toEqual(Array(PAGES).fill('DRAFT'));
    for (let page = 0; page < PAGES; page += 1) {
      const { width, height } = drawByMupdf(pdf, page);
      const [word] = readWords(pdf, page);
      expect(word?.left).toBeGreaterThan(0);
      expect(word?.right).toBeLessThan(width);
      expect(word?.bottom).toBeLessThan(height);
      expect((word?.right ?? 0) - (word?.left ?? 0)).toBeGreaterThan(width / 2);
      expect(((word?.top ?? 0) + (word?.bottom ?? 0)) / 2).toBeCloseTo(height / 2, -1);
    }
  });

  it('fades with its opacity, and pages of one size share it', async () => {
    const ink = async (opacity: number) =>
      countInk(await marked({ text: 'X', opacity, color: [0, 0, 0] }), 0);
    const [half, whole] = [await ink(0.5), await ink(1)];
    expect(half / whole).toBeCloseTo(0.5, 1);
    const same = buildPdf({ ...pageBodies(50) });
    const size = async (pages: number) => {
      const file = openPdf(same);
      await addWatermark(file, { text: 'X', pages: Array.from({ length: pages }, (_, index) => index) });
      return file.saveIncremental().increment.length;
    };
    const [one, few, many] = [await size(1), await size(11), await size(21)];
    expect(Math.abs(many - 2 * few + one)).toBeLessThan(20);
    expect(few - one).toBeLessThan(10 * 260);
  });

  it('refuses a watermark that is both or neither', async () => {
    const both = { text: 'x', image: Buffer.from('x') } as unknown as Watermark;
    await expect(addWatermark(openPdf(PDF), both)).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(addWatermark(openPdf(PDF), {} as Watermark)).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });
});
