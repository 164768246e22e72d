import { expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, type ObjectBodies } from '../testing/build-pdf.ts';

const build = (contents: string, annotations = '', others: ObjectBodies = {}) =>
  buildPdf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /MediaBox [0 0 200 200] /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /Contents ${contents} /Annots [${annotations}] /Resources << >> >>`,
    4: '<< /Length 1 >>\nstream\nn\nendstream',
    ...others,
  });

const find = (bytes: Uint8Array) => {
  const found = openPdf(bytes).findMismatchedReference();
  return found === undefined ? undefined : String(found);
};

/** Poppler and pdf.js took `4 1 R` for null and MuPDF showed 4 0: the sealed page was blank. */
it('a reference to an object of another generation is found, also beside a right one', () => {
  expect(find(build('4 1 R'))).toBe('4 1 R');
  expect(find(build('[4 0 R 4 7 R]'))).toBe('4 7 R');
  expect(find(build('[4 7 R 4 0 R]'))).toBe('4 7 R');
});

it('a reference to a missing object or in an unreachable one is not', () => {
  expect(find(build('4 0 R'))).toBeUndefined();
  expect(find(build('4 0 R', '9 0 R 9 1 R'))).toBeUndefined();
  expect(find(build('4 0 R', '', { 5: '[4 7 R]' }))).toBeUndefined();
});
