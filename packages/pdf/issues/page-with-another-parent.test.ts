import { PDFName } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';

/** A node outside the tree: a page that inherits from it is rotated. */
const STRAY = '<< /Type /Pages /Count 0 /Kids [] /Rotate 90 /MediaBox [0 0 77 88] >>';

/** Three pages, one of them with `parent` as its parent. */
function build(page: number, parent: string): Uint8Array {
  const bodies = pageBodies(3);
  const number = 3 + page * 2;
  return buildPdf({ ...bodies, [number]: bodies[number]?.replace('/Parent 2 0 R', parent) ?? '', 20: STRAY });
}

async function shownByPdfJs(bytes: Uint8Array) {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  try {
    const document = await task.promise;
    const pages = await Promise.all([1, 2, 3].map((number) => document.getPage(number)));
    return pages.map(({ rotate, view }) => [rotate, ...view]);
  } finally {
    await task.destroy();
  }
}

describe('a page whose /Parent is not the node that lists it', () => {
  it.each([
    ['the first page', 0, '/Parent 20 0 R'],
    ['a page in the middle', 1, '/Parent 20 0 R'],
    ['the last page, without a parent', 2, ''],
    ['a page with a parent that is not there', 1, '/Parent 99 0 R'],
    ['a page that is its own parent', 0, '/Parent 3 0 R'],
  ])('is shown by others as by us after a save: %s', async (_, page, parent) => {
    const file = openPdf(build(page, parent));
    const ours = [...file.pages()].map(({ geometry }) => [geometry.rotate, ...geometry.mediaBox]);
    expect(file.repaired).toBe(true);
    const saved = file.save().toBytes();
    expect(await shownByPdfJs(saved)).toEqual(ours);
    expect(ours).toEqual(Array(3).fill([0, 0, 0, 300, 400]));
    expect(openPdf(saved).repaired).toBe(false);
  });

  it('keeps a parent that lists it as well', () => {
    const bodies = pageBodies(1);
    const twice = buildPdf({
      ...bodies,
      2: '<< /Type /Pages /Count 2 /Kids [10 0 R 11 0 R] >>',
      3: bodies[3]?.replace('/Parent 2 0 R', '/Parent 10 0 R') ?? '',
      10: '<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [3 0 R] /MediaBox [0 0 300 400] >>',
      11: '<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [3 0 R] /MediaBox [0 0 50 50] >>',
    });
    const file = openPdf(twice);
    expect([...file.pages()].map(({ geometry }) => geometry.displayedWidth)).toEqual([300, 50]);
    expect([file.repaired, String(file.page(0).dict.get(PDFName.of('Parent')))]).toEqual([false, '10 0 R']);
  });
});
