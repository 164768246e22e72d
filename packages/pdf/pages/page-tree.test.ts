import { PDFName, PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { PdfError } from '../errors.ts';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>';

// Only MuPDF shows nothing of such a file; it was refused as `no_pages`.
it('a page where its tree belongs is the only page, with what it inherits', () => {
  const bodies = {
    1: '<< /Type /Catalog /Pages 3 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 300 200] /Rotate 90 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >>',
    4: '<< /Type /Page /Parent 2 0 R >>',
  };
  const file = openPdf(buildPdf(bodies));
  expect([file.pageCount, file.repaired]).toEqual([1, true]);
  const saved = file.save().toBytes();
  expect(complaintsOfQpdf(saved)).toBe('');
  const reopened = openPdf(saved);
  expect([reopened.pageCount, reopened.repaired]).toEqual([1, false]);
  expect(reopened.page(0).geometry).toMatchObject({ rotate: 90, displayedWidth: 100, displayedHeight: 200 });
});

/** Trees that each rewrite left unrepaired, so that the file could not be sealed. */
const CYCLIC_TREES = {
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

describe.each(Object.entries(CYCLIC_TREES))('a page tree with %s', (_, bodies) => {
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

/** A tree of `branches` nodes with `leaves` pages each; page 0 is object 100. */
function balancedTree(branches: number, leaves: number): Record<number, string> {
  const bodies: Record<number, string> = { 1: CATALOG };
  const node = (branch: number): number => 10 + branch;
  const kids = (count: number, first: number): string =>
    Array.from({ length: count }, (_, index) => `${first + index} 0 R`).join(' ');
  bodies[2] = `<< /Type /Pages /Count ${branches * leaves} /Kids [${kids(branches, node(0))}] >>`;
  for (let branch = 0; branch < branches; branch += 1) {
    const first = 100 + branch * leaves;
    bodies[node(branch)] = `<< /Type /Pages /Parent 2 0 R /Count ${leaves} /Kids [${kids(leaves, first)}] >>`;
    for (let leaf = 0; leaf < leaves; leaf += 1) {
      bodies[first + leaf] = `<< /Type /Page /Parent ${node(branch)} 0 R /MediaBox [0 0 200 200] >>`;
    }
  }
  return bodies;
}

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    throw error;
  }
  return 'none';
}

describe('a balanced page tree', () => {
  it('is counted by its first and last branch', () => {
    const file = openPdf(buildPdf(balancedTree(20, 20)));
    expect(file.pageCount).toBe(400);
    // The catalog, the root, two branches and three of their pages.
    expect(file.parsedObjectCount).toBe(7);
  });

  it('gives its last page without a look at the other branches', () => {
    const file = openPdf(buildPdf(balancedTree(20, 20)));
    expect(file.page(399).ref.objectNumber).toBe(499);
    expect(file.parsedObjectCount).toBe(7);
  });

  it('finds the index of a page upwards', () => {
    const file = openPdf(buildPdf(balancedTree(20, 20)));
    expect(file.pageAt(file.page(57).ref)?.index).toBe(57);
    expect(file.pageAt(file.page(399).ref)?.index).toBe(399);
    expect(file.pageAt(PDFRef.of(1))).toBeUndefined();
    expect(file.parsedObjectCount).toBeLessThan(40);
  });

  it('is found out by a walk when a branch in between holds fewer pages than it says', () => {
    const bodies = balancedTree(4, 3);
    bodies[11] = bodies[11]?.replace('103 0 R ', '') ?? '';
    const file = openPdf(buildPdf(bodies));
    expect([...file.pages()]).toHaveLength(11);
    expect([file.pageCount, file.repaired]).toEqual([11, true]);
    expect(openPdf(file.save().toBytes()).pageCount).toBe(11);
  });
});

describe('a page tree whose counts lie', () => {
  it.each(['0', '2', '4', '-3', '9999999999', '(three)', 'null', '2 0 R'])(
    'is counted when it says %s',
    (count) => {
      const bodies = pageBodies(3);
      bodies[2] = bodies[2]?.replace('/Count 3', `/Count ${count}`) ?? '';
      const file = openPdf(buildPdf(bodies));
      expect([file.pageCount, file.repaired]).toEqual([3, true]);
    },
  );

  it('is read when neither nodes nor pages have a /Type', () => {
    const bodies = pageBodies(3);
    for (const number of [2, 3, 5, 7]) bodies[number] = bodies[number]?.replace(/\/Type \/Pages?/, '') ?? '';
    const file = openPdf(buildPdf(bodies));
    expect([file.pageCount, file.repaired]).toEqual([3, false]);
    expect(file.page(2).geometry.displayedWidth).toBe(300);
  });
});

describe('one page object twice in the tree', () => {
  const bodies = { 1: CATALOG, 2: '<< /Type /Pages /Kids [3 0 R 3 0 R] >>', 3: PAGE };

  it('becomes two when the tree is repaired, so that a change of one page is a change of one page', () => {
    const saved = openPdf(buildPdf(bodies)).save().toBytes();
    const file = openPdf(saved);
    expect([file.pageCount, file.repaired]).toEqual([2, false]);
    expect(file.page(0).ref).not.toBe(file.page(1).ref);
    expect(complaintsOfQpdf(saved)).toBe('');
  });
});

describe('a file that has lost pages', () => {
  it('is refused, so that part of a document is not signed as the whole', () => {
    const bytes = Buffer.from(buildPdf(pageBodies(2)));
    expect(codeOf(() => openPdf(bytes.subarray(0, bytes.indexOf('5 0 obj'))))).toBe('damaged');
  });

  it('is refused when the lost page is one that the table still lists', () => {
    const text = Buffer.from(buildPdf(pageBodies(4))).toString('latin1');
    const wiped = text.replace(/7 0 obj[\s\S]*?endobj/, (object) => ' '.repeat(object.length));
    const file = openPdf(Buffer.from(wiped, 'latin1'));
    expect(codeOf(() => [...file.pages()])).toBe('damaged');
  });

  it('is not taken for one whose tree has a kid that no table ever listed', () => {
    const file = openPdf(
      buildPdf({ ...pageBodies(1), 2: '<< /Type /Pages /Count 2 /Kids [3 0 R 99 0 R] >>' }),
    );
    expect([file.pageCount, file.repaired]).toEqual([1, true]);
  });

  it('is not taken for one that was rebuilt and is whole', () => {
    const text = Buffer.from(buildPdf(pageBodies(4)))
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n7');
    expect(openPdf(Buffer.from(text, 'latin1')).pageCount).toBe(4);
  });
});

describe('pages without annotations', () => {
  it('are told from their bytes, in branches too', () => {
    for (const bodies of [pageBodies(50), balancedTree(4, 5)]) {
      const file = openPdf(buildPdf(bodies));
      const { changeCount } = file;
      expect(file.hasBarePages).toBe(true);
      expect(file.changeCount).toBe(changeCount);
    }
  });

  const middle = 3 + 2 * 25;
  it.each([
    ['has annotations', `<< /Type /Page /Parent 2 0 R /Annots [] >>`],
    ['has annotations with an escape in the key', `<< /Type /Page /Parent 2 0 R /Annot#73 [] >>`],
    ['names its parent with another generation', `<< /Type /Page /Parent 2 1 R >>`],
    ['names two parents', `<< /Type /Page /Parent 3 0 R /Parent 2 0 R >>`],
    ['names another parent', `<< /Type /Page /Parent 3 0 R >>`],
    ['is not there', 'null'],
    ['is a node', '<< /Type /Pages /Parent 2 0 R /Count 0 /Kids [] >>'],
  ])('are not told from their bytes if one %s', (_, body) => {
    expect(openPdf(buildPdf({ ...pageBodies(50), [middle]: body })).hasBarePages).toBe(false);
  });

  it('are not told from their bytes if one is listed twice', () => {
    const bodies = { ...pageBodies(2), 2: '<< /Type /Pages /Count 3 /Kids [3 0 R 5 0 R 3 0 R] >>' };
    expect(openPdf(buildPdf(bodies)).hasBarePages).toBe(false);
  });

  it('are no longer bare once one was given an annotation', () => {
    const file = openPdf(buildPdf(pageBodies(50)));
    file.page(25).dict.set(PDFName.of('Annots'), file.context.obj([]));
    expect(file.hasBarePages).toBe(false);
  });
});
