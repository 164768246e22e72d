import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFArray, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { appendPageContent } from '../pages/page-content.ts';
import type { PdfFile } from '../pdf-file.ts';
import { buildPdf } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { corpusFolder } from '../testing/corpus.ts';
import { countInk, findRed } from '../testing/draw-by-mupdf.ts';

/**
 * Found in the corpus: page trees that list one object for two pages (contrary to ISO 32000-1 7.7.3.2). A box on
 * one of them appeared on both.
 */
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots 9 0 R >>';
const LIST = { 9: '[10 0 R]', 10: '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] >>' };

const TREES = {
  'twice in one node': {
    1: CATALOG,
    2: '<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 3 0 R] >>',
    3: PAGE,
    4: PAGE,
    ...LIST,
  },
  'in two nodes': {
    1: CATALOG,
    2: '<< /Type /Pages /Count 3 /Kids [5 0 R 6 0 R] >>',
    3: PAGE.replace('2 0 R', '5 0 R'),
    4: PAGE.replace('2 0 R', '6 0 R'),
    5: '<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [3 0 R] >>',
    6: '<< /Type /Pages /Parent 2 0 R /Count 2 /Kids [4 0 R 3 0 R] >>',
    ...LIST,
  },
} as const;
const KINDS = [{ kind: 'table' }, { kind: 'stream', compressed: [1, 2, 3, 4, 9, 10] }] as const;
const CASES = Object.entries(TREES).flatMap(([name, bodies]) =>
  KINDS.map((options) => [name, options.kind, buildPdf(bodies, options)] as const),
);

function mark(file: PdfFile, page: number): void {
  appendPageContent(file, file.page(page), '1 0 0 rg 20 20 40 40 re f');
}

function increment(file: PdfFile): number {
  return file.saveIncremental().increment.length;
}

function annotationsOf(file: PdfFile): number[] {
  return Array.from(file.pages(), (page) => page.annotations().length);
}

describe.each(CASES)('one page object %s (%s)', (_, __, bytes) => {
  it.each([0, 1, 2])('shows a mark on page %i only', (page) => {
    for (const way of ['save', 'rewrite'] as const) {
      const file = openPdf(bytes);
      mark(file, page);
      const saved = file[way]().toBytes();
      expect([0, 1, 2].filter((index) => findRed(saved, index) !== undefined)).toEqual([page]);
      const again = openPdf(saved);
      expect([again.pageCount, again.repaired]).toEqual([3, false]);
      // Two unchanged pages remain one object in an increment.
      if (page !== 1 || way === 'rewrite') expect(complaintsOfQpdf(saved)).toBe('');
    }
  });

  it('is saved after the original', () => {
    const file = openPdf(bytes);
    mark(file, 2);
    const saved = file.save().toBytes();
    expect(Buffer.compare(saved.subarray(0, bytes.length), bytes)).toBe(0);
  });

  it('stays one for those who only look', () => {
    const file = openPdf(bytes);
    for (const page of file.pages()) expect(page.dict.has(PDFName.of('Annots'))).toBe(true);
    expect(increment(file)).toBe(0);
    expect(file.save().toBytes()).toEqual(bytes);
    mark(file, 2);
    expect(increment(file)).toBeGreaterThan(0);
  });

  it('takes a change of both pages as two', () => {
    const file = openPdf(bytes);
    const before = file.page(2);
    const [first, second] = [file.page(0).dict, before.dict];
    first.set(PDFName.of('Rotate'), file.context.obj(90));
    expect(before.geometry.rotate).toBe(0);
    expect(openPdf(file.save().toBytes()).page(2).geometry.rotate).toBe(0);
    second.set(PDFName.of('Rotate'), file.context.obj(180));
    const again = openPdf(file.save().toBytes());
    expect([again.page(0), again.page(2)].map(({ geometry }) => geometry.rotate)).toEqual([90, 180]);
  });

  it('has a list of annotations for each page', () => {
    const file = openPdf(bytes);
    const list = file.page(2).dict.lookup(PDFName.of('Annots'), PDFArray);
    list.push(
      file.context.register(file.context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [0, 0, 5, 5] })),
    );
    expect(annotationsOf(file)[2]).toBe(2);
    const found = annotationsOf(openPdf(file.save().toBytes()));
    expect([found[0], found[2]]).toEqual([1, 2]);
  });

  it('has a reference for each page, which leads to it in what is saved', () => {
    const file = openPdf(bytes);
    const { ref } = file.page(2);
    expect(ref).not.toBe(file.page(0).ref);
    file.catalog.set(PDFName.of('OpenAction'), file.context.obj([ref, 'Fit']));
    const saved = file.save().toBytes();
    expect(openPdf(saved).pageAt(ref)?.index).toBe(2);
    expect(complaintsOfQpdf(saved)).toBe('');
  });
});

describe('a page tree of 2,500 pages', () => {
  const nodes = Array.from({ length: 50 }, (_, node) => node + 10);
  const kidsOf = (node: number) => Array.from({ length: 50 }, (_, leaf) => 100 + (node - 10) * 50 + leaf);
  const references = (numbers: readonly number[]) => numbers.map((number) => `${number} 0 R`).join(' ');
  const bodies: Record<number, string> = {
    1: CATALOG,
    2: `<< /Type /Pages /Count 2500 /MediaBox [0 0 200 200] /Kids [${references(nodes)}] >>`,
  };
  for (const node of nodes) {
    bodies[node] = `<< /Type /Pages /Parent 2 0 R /Count 50 /Kids [${references(kidsOf(node))}] >>`;
    for (const number of kidsOf(node)) bodies[number] = `<< /Type /Page /Parent ${node} 0 R >>`;
  }

  it('is asked for objects that are listed twice without making any', () => {
    const file = openPdf(buildPdf(bodies));
    const page = file.page(1_234);
    const before = file.parsedObjectCount;
    page.dict.set(PDFName.of('Rotate'), file.context.obj(90));
    expect(file.parsedObjectCount).toBe(before);
  });

  it('has them found wherever they are', () => {
    const twice = { ...bodies, 40: bodies[40]?.replace('1620 0 R', '1334 0 R') ?? '' };
    const file = openPdf(buildPdf(twice));
    file.page(1_234).dict.set(PDFName.of('Rotate'), file.context.obj(90));
    const again = openPdf(file.save().toBytes());
    expect([1_234, 1_520].map((index) => again.page(index).geometry.rotate)).toEqual([90, 0]);
    expect(again.page(1_234).ref.objectNumber).toBe(1_334);
  });
});

describe.each(['pages/pdfium__bug-1229106.pdf', 'pages/qpdf__duplicate-page-inherited.pdf'])('%s', (name) => {
  const path = join(corpusFolder, name);

  it.skipIf(!existsSync(path))('is changed on the page that is marked', () => {
    const original = readFileSync(path);
    const pages = Array.from({ length: openPdf(path).pageCount }, (_, index) => index);
    const ink = pages.map((page) => countInk(original, page));
    for (const page of pages) {
      const file = openPdf(path);
      appendPageContent(file, file.page(page), '0 g 20 20 40 40 re f');
      const saved = file.save().toBytes();
      expect(pages.filter((index) => countInk(saved, index) !== ink[index])).toEqual([page]);
    }
  });
});
