import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFormFields } from '@countersign/forms';
import { openFileSource, openPdf, type PdfFile, preflight } from '@countersign/pdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildManyObjects } from '../../fixtures/build/large.ts';

/** Maximum reads to list 20 fields of 150,000 objects: the tail, the objects, and their cross-reference blocks. */
const BYTES_TO_LIST = { classic: 400_000, 'object-streams': 1_500_000 } as const;

const folder = mkdtempSync(join(tmpdir(), 'countersign-many-objects-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Counts and not times: reads follow the request, not the file size. */
describe.each(['classic', 'object-streams'] as const)('a file of 150,000 objects, %s', (packing) => {
  let path = '';
  beforeAll(() => {
    path = buildManyObjects(packing);
  });

  it('is opened and counted by a handful of objects', () => {
    const file = openPdf(path);
    expect(file.pageCount).toBe(2500);
    expect(file.parsedObjectCount).toBeLessThan(12);
    expect(file.source.bytesRead).toBeLessThan(BYTES_TO_LIST[packing]);
    file.close();
  });

  it('has its fields listed by what they consist of', () => {
    const file = openPdf(path);
    expect(readFormFields(file)).toHaveLength(20);
    expect(file.parsedObjectCount).toBeLessThan(100);
    expect(file.source.bytesRead).toBeLessThan(BYTES_TO_LIST[packing]);
    file.close();
  });

  it('is inspected by what the form consists of', () => {
    const source = openFileSource(path);
    expect(preflight(source)).toMatchObject({ pages: 2500, formFields: 20, repaired: false });
    expect(source.bytesRead).toBeLessThan(BYTES_TO_LIST[packing]);
    source.close();
  });

  it('costs one open for any number of operations on it', () => {
    const file = openPdf(path);
    useOnce(file);
    const once = [file.source.bytesRead, file.parsedObjectCount];
    for (let round = 0; round < 50; round += 1) useOnce(file);
    expect([file.source.bytesRead, file.parsedObjectCount]).toEqual(once);
    file.close();
  });

  it('is rebuilt by one pass when its end is broken, and goes on lazily', () => {
    const broken = join(folder, `${packing}.pdf`);
    const bytes = readFileSync(path);
    writeFileSync(broken, bytes.subarray(0, bytes.lastIndexOf('startxref')));
    const file = openPdf(broken);
    expect([file.pageCount, file.repaired]).toEqual([2500, true]);
    expect(readFormFields(file)).toHaveLength(20);
    // The page tree nodes are read to detect missing pages; the pages are not.
    expect(file.parsedObjectCount).toBeLessThan(250);
    if (packing === 'classic') expect(file.source.bytesRead).toBeLessThan(bytes.length * 1.5);
    file.close();
  });
});

function useOnce(file: PdfFile): void {
  readFormFields(file);
  for (const index of [0, 1, 2499]) expect(file.page(index).geometry.displayedWidth).toBe(595);
  expect(file.saveIncremental().increment).toHaveLength(0);
}
