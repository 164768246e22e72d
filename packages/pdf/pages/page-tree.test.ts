import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>';

/** Trees that made a file open as repaired for ever: each rewrite kept what was wrong, so the file could not be sealed. */
const KNOTTED_TREES = {
  'a last branch without pages': {
    1: CATALOG,
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R 4 0 R] >>',
    3: PAGE,
    4: '<< /Type /Pages /Parent 2 0 R /Count 0 /Kids [5 0 R] >>',
    5: '<< /Type /Pages /Parent 4 0 R /Count 0 /Kids [] >>',
  },
  'a branch that only leads back up': {
    1: CATALOG,
    2: '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
    3: PAGE,
    4: '<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [2 0 R] >>',
  },
  'a kid that is not there': {
    1: CATALOG,
    2: '<< /Type /Pages /Count 2 /Kids [3 0 R 9 0 R] >>',
    3: PAGE,
  },
} as const;

describe.each(Object.entries(KNOTTED_TREES))('a page tree with %s', (_, bodies) => {
  it('is straightened by a rewrite: the result needs no repair', () => {
    const file = openPdf(buildPdf(bodies));
    expect([file.pageCount, file.repaired]).toEqual([1, true]);
    const saved = file.save().toBytes();
    const reopened = openPdf(saved);
    expect([reopened.pageCount, reopened.repaired]).toEqual([1, false]);
    expect(reopened.saveIncremental().increment).toHaveLength(0);
    expect(complaintsOfQpdf(saved)).toBe('');
  });
});
