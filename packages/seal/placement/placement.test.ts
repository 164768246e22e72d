import { appendPageContent, openPdf } from '@countersign/pdf';
import { readWords } from '@countersign/pdf/testing';
import { PDFArray, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { findMark, renderPage } from '../testing/render-page.ts';
import { createSamplePdf, type SamplePage } from '../testing/sample-pdf.ts';
import { type BoxRequest, checkBoxes, findOverlaps } from './check-boxes.ts';
import { placeSignatureBoxes } from './place-boxes.ts';

const A4_PAGE = { width: 595, height: 842 };
const at = (x: number, y: number, more: Partial<BoxRequest> = {}): BoxRequest => ({
  type: 'signature',
  placement: 'existing',
  page: 0,
  x,
  y,
  ...more,
});
const onNewPage = (label: string): BoxRequest => ({ type: 'signature', placement: 'new_page', label });

describe('placeSignatureBoxes on existing pages', () => {
  it('[D1-07] [2.4-30] returns exact decimals, the size by type and scale, and the id', async () => {
    const file = openPdf(await createSamplePdf([A4_PAGE]));
    const placed = await placeSignatureBoxes(file, [
      at(74.7, 10.25, { id: 'anna' }),
      at(100, 100, { type: 'id_scan', scale: 0.5 }),
    ]);
    expect(placed).toEqual([
      { id: 'anna', type: 'signature', page: 0, x: 74.7, y: 10.25, width: 219, height: 58 },
      { type: 'id_scan', page: 0, x: 100, y: 100, width: 109, height: 69 },
    ]);
    expect(file.save().segments).toEqual([]);
  });

  it('[D1-08] [D1-09] accepts a box that touches the bottom right corner and half a point beyond, and refuses one further', async () => {
    const file = openPdf(await createSamplePdf([A4_PAGE]));
    await expect(placeSignatureBoxes(file, [at(376.5, 784.5)])).resolves.toHaveLength(1);
    await expect(placeSignatureBoxes(file, [at(376, 784.6)])).rejects.toMatchObject({
      code: 'box_outside_page',
      params: { page: 0, width: 595, height: 842, x: 376, y: 784.6, boxWidth: 219, boxHeight: 58 },
    });
  });

  it.each([
    ['page_out_of_range', at(0, 0, { page: 1 })],
    ['page_out_of_range', at(0, 0, { page: -1 })],
    ['page_out_of_range', at(0, 0, { page: 0.5 })],
    ['box_outside_page', at(-1, 0)],
    ['box_outside_page', at(Number.NaN, 0)],
    ['scale_out_of_range', at(0, 0, { scale: 1.51 })],
    ['scale_out_of_range', at(0, 0, { scale: 0.24 })],
  ])('answers %s', async (code, box) => {
    const file = openPdf(await createSamplePdf([A4_PAGE]));
    expect(() => checkBoxes(file, [box])).toThrowError(expect.objectContaining({ code }));
  });

  it('[D1-02] judges by the page as displayed', async () => {
    const file = openPdf(await createSamplePdf([{ width: 300, height: 200, rotate: 90, userUnit: 2 }]));
    expect(checkBoxes(file, [at(400 - 219, 600 - 58)])).toEqual([]);
    expect(() => checkBoxes(file, [at(400 - 218, 0)])).toThrowError(
      expect.objectContaining({ params: expect.objectContaining({ width: 400, height: 600 }) }),
    );
  });
});

describe('placeSignatureBoxes on new pages', () => {
  it('[D1-13] [D1-14] [D1-15] [D1-18] [2.4-32] puts 16 fields on an A4 page in two columns and continues on another', async () => {
    const file = openPdf(await createSamplePdf([A4_PAGE]));
    const placed = await placeSignatureBoxes(
      file,
      Array.from({ length: 17 }, (_, n) => onNewPage(`Name ${n}`)),
    );
    expect(file.pageCount).toBe(3);
    expect(file.page(1).geometry).toMatchObject({ displayedWidth: 595.28, displayedHeight: 841.89 });
    expect(placed.map(({ page }) => page)).toEqual([...Array(16).fill(1), 2]);
    expect(new Set(placed.map(({ x }) => x)).size).toBe(2);
    expect(findOverlaps(placed)).toEqual([]);
  });

  it('gives fields of two heights rows of two heights, on as many pages as they need', async () => {
    const file = openPdf(await createSamplePdf([A4_PAGE]));
    const mixed = Array.from({ length: 14 }, (_, n): BoxRequest => {
      return { type: n % 3 === 0 ? 'id_scan' : 'signature', placement: 'new_page', label: `Name ${n}` };
    });
    const placed = await placeSignatureBoxes(file, mixed);
    expect(findOverlaps(placed)).toEqual([]);
    expect(file.pageCount).toBe(3);
    expect(Math.max(...placed.map(({ y, height }) => y + height))).toBeLessThan(841.89 - 56);
    const order = placed.map(({ page, y, x }) => page * 1_000_000 + y * 1_000 + x);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  it('heads every new page with its title and the document, and has each name once, a long one whole', async () => {
    const file = openPdf(await createSamplePdf([A4_PAGE]));
    const long = 'Maximiliana Wolfeschlegelsteinhausenbergerdorff von Hohenzollern-Sigmaringen';
    const labels = [long, ...Array.from({ length: 16 }, (_, n) => `Name${n}x`)];
    const heading = { title: 'Underskrifter', documentName: 'Hyresavtal 2\u{13000}' };
    await placeSignatureBoxes(file, labels.map(onNewPage), { heading });
    const bytes = file.save().toBytes();
    const pages = [1, 2].map((page) =>
      readWords(bytes, page)
        .map(({ text }) => text)
        .join(' '),
    );
    for (const text of pages) expect(text).toMatch(/^Underskrifter Hyresavtal 2\[U\+13000\] /);
    const all = pages.join(' ');
    for (const label of labels) expect(all.split(label)).toHaveLength(2);
    const [name] = readWords(bytes, 1).filter(({ text }) => text.startsWith('Wolfe'));
    expect(name?.right).toBeLessThan(A4_PAGE.width / 2);
  });

  it('changes nothing when a name cannot be drawn', async () => {
    const file = openPdf(await createSamplePdf([A4_PAGE]));
    await expect(placeSignatureBoxes(file, [onNewPage('\u{13000}')])).rejects.toMatchObject({
      code: 'text_not_drawable',
    });
    expect(file.pageCount).toBe(1);
  });

  it('draws ten thousand boxes with one open, one save and one stream per page', async () => {
    const bytes = await createSamplePdf([A4_PAGE, A4_PAGE]);
    const file = openPdf(bytes);
    const many = Array.from({ length: 10_000 }, (_, n) => at(n % 300, n % 700, { scale: 0.25, page: n % 2 }));
    await placeSignatureBoxes(file, many, { outlines: true });
    const saved = file.save();
    expect(saved.segments).toHaveLength(1);
    const text = Buffer.from(saved.toBytes()).toString('latin1');
    expect(
      text.split('startxref').length - Buffer.from(bytes).toString('latin1').split('startxref').length,
    ).toBe(1);
    for (const page of openPdf(saved.toBytes()).pages()) {
      // The original stream between saving and restoring the state, and one for all boxes.
      expect(page.dict.lookup(PDFName.of('Contents'), PDFArray).size()).toBe(4);
    }
    expect(file.parsedObjectCount).toBeLessThan(20);
  });

  it('places ten thousand boxes with one page appended', async () => {
    const file = openPdf(await createSamplePdf([A4_PAGE]));
    const many = Array.from({ length: 10_000 }, (_, n) => at(n % 300, n % 700, { scale: 0.25 }));
    expect(await placeSignatureBoxes(file, [...many, onNewPage('Anna')])).toHaveLength(10_001);
    expect(file.pageCount).toBe(2);
  });
});

describe('overlap warnings', () => {
  it('[D1-11] name boxes that cover each other, not ones that touch', async () => {
    const file = openPdf(await createSamplePdf([A4_PAGE, A4_PAGE]));
    expect(checkBoxes(file, [at(0, 0), at(219, 0), at(0, 58), at(0, 0, { page: 1 })])).toEqual([]);
    expect(checkBoxes(file, [at(300, 0), at(0, 0), at(200, 50)])).toEqual([
      { code: 'boxes_overlap', params: { page: 0, first: 0, second: 2 } },
      { code: 'boxes_overlap', params: { page: 0, first: 1, second: 2 } },
    ]);
  });

  it('[D1-12] name the form field under a box', async () => {
    const file = openPdf(await createSamplePdf([A4_PAGE]));
    const field = { name: 'address.street', page: 0, x: 100, y: 40, width: 50, height: 20 };
    expect(checkBoxes(file, [at(0, 0)], () => [field])).toEqual([
      { code: 'box_over_field', params: { page: 0, box: 0, field: 'address.street' } },
    ]);
    expect(checkBoxes(file, [at(0, 61)], () => [field])).toEqual([]);
  });
});

describe('overlap warnings of very many', () => {
  const place = { page: 0, x: 10, y: 10, width: 50, height: 20 };

  it('are limited to a hundred and a count of the rest', () => {
    const fields = Array.from({ length: 200_000 }, (_, n) => ({ ...place, name: `f${n}` }));
    const warnings = findOverlaps(
      [
        { ...place, y: 25 },
        { ...place, page: 1 },
      ],
      fields,
    );
    expect(warnings).toHaveLength(101);
    expect(warnings[99]).toEqual({ code: 'box_over_field', params: { page: 0, box: 0, field: 'f99' } });
    expect(warnings[100]).toEqual({ code: 'more_overlaps', params: { count: 199_900 } });
  });

  it('are those of comparing all pairs', () => {
    const random = seededNumbers();
    const rects = Array.from({ length: 40 }, (_, n) => ({
      page: n % 2,
      x: random() * 300,
      y: random() * 300,
      width: random() * 90,
      height: random() * 90,
      name: `f${n}`,
    }));
    const [boxes, fields] = [rects.slice(0, 20), rects.slice(20)];
    const expected = boxes.flatMap((box, first) =>
      rects.slice(first + 1).filter((other) => other.page === box.page && isOver(box, other)),
    );
    expect(expected.length).toBeGreaterThan(5);
    expect(expected.length).toBeLessThan(100);
    expect(findOverlaps(boxes, fields)).toHaveLength(expected.length);
  });
});

type Rect = Parameters<typeof findOverlaps>[0][number];

function isOver(a: Rect, b: Rect): boolean {
  const isApart =
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  return !isApart;
}

/** Pseudorandom numbers from 0 to 1 with a fixed seed (Lehmer). */
function seededNumbers(): () => number {
  let state = 7;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const PAGES: [string, SamplePage][] = [
  ['a plain page', {}],
  ...[90, 180, 270].map((rotate): [string, SamplePage] => [`a page turned by ${rotate}`, { rotate }]),
  ['a cropped page', { cropBox: [50, 100, 400, 600] }],
  ['a cropped page turned by 90', { cropBox: [50, 100, 400, 600], rotate: 90 }],
  ['a cropped page turned by -90', { cropBox: [50, 100, 400, 600], rotate: -90 }],
  ['a page in units of two points', { width: 300, height: 400, userUnit: 2, rotate: 90 }],
];

describe('the outline of a box, as MuPDF draws it', () => {
  it.each(PAGES)(
    '[D1-01] [D1-03] lies within half a point of the requested position on %s',
    async (_, page) => {
      const file = openPdf(await createSamplePdf([page]));
      const [box] = await placeSignatureBoxes(file, [at(61.3, 77.7, { label: 'Anna Åkesson' })], {
        outlines: true,
      });
      if (!box) throw new Error('no box');
      const { displayedWidth, displayedHeight } = file.page(0).geometry;
      const isBlue = (red: number, _green: number, blue: number) => blue - red > 20;
      const mark = findMark(renderPage(file.save().toBytes(), 0), isBlue);
      expect(Math.abs((mark?.left ?? 0) * displayedWidth - box.x)).toBeLessThan(0.5);
      expect(Math.abs((mark?.right ?? 0) * displayedWidth - (box.x + box.width))).toBeLessThan(0.5);
      expect(Math.abs((mark?.top ?? 0) * displayedHeight - box.y)).toBeLessThan(0.5);
      expect(Math.abs((mark?.bottom ?? 0) * displayedHeight - (box.y + box.height))).toBeLessThan(0.5);
    },
  );
});

describe('the outline of a box over something', () => {
  const BOX = { x: 20, y: 20, width: 219, height: 58 };
  /** Points: the frame with antialiased edges. */
  const FRAME = 3;

  async function renderOver(grey: number) {
    const file = openPdf(await createSamplePdf([{ width: 260, height: 100 }]));
    appendPageContent(file, file.page(0), `${grey} g 0 0 260 100 re f`);
    await placeSignatureBoxes(file, [at(BOX.x, BOX.y, { label: 'Anna Åkesson' })], { outlines: true });
    return renderPage(file.save().toBytes(), 0);
  }

  it('is translucent, most of all beside the label', async () => {
    const [black, white] = [await renderOver(0), await renderOver(1)];
    const density = white.width / 260;
    const contrasts: number[] = [];
    for (let y = (BOX.y + FRAME) * density; y < (BOX.y + BOX.height - FRAME) * density; y++)
      for (let x = (BOX.x + FRAME) * density; x < (BOX.x + BOX.width - FRAME) * density; x++)
        contrasts.push((white.pixel(x, y)[0] - black.pixel(x, y)[0]) / 255);
    expect(contrasts.reduce((least, contrast) => Math.min(least, contrast))).toBeGreaterThan(0.3);
    const clear = contrasts.filter((contrast) => contrast > 0.8).length;
    expect(clear / contrasts.length).toBeGreaterThan(0.9);
    expect(clear).toBeLessThan(contrasts.length);
  });
});
