import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFormFields } from '@countersign/forms';
import { mergePdfs, openFileSource, openPdf, preflight } from '@countersign/pdf';
import { inlineToolkit } from '@countersign/toolkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBrochures, buildLargeScan, buildManyFieldForm } from '../../fixtures/build/large.ts';

/** Counts and not times, so the result does not depend on the machine. */
describe('a 48 MB scan with a form', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-laziness-'));
  let scan = '';

  beforeAll(() => {
    scan = buildLargeScan();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is listed reading less than 5 % of its bytes', () => {
    const file = openPdf(scan);
    expect(readFormFields(file).map(({ name, type }) => [name, type])).toEqual([
      ['name', 'textField'],
      ['agree', 'checkbox'],
    ]);
    expect(file.source.size).toBe(48_000_000);
    expect(file.source.bytesRead).toBeLessThan(file.source.size * 0.05);
    file.close();
  });

  it('is inspected reading less than 5 % of its bytes', () => {
    const source = openFileSource(scan);
    expect(preflight(source)).toMatchObject({ pages: 22, formFields: 2, repaired: false });
    expect(source.bytesRead).toBeLessThan(source.size * 0.05);
    source.close();
  });

  it('grows by a few KB when it is prefilled, and keeps its bytes', async () => {
    const output = join(folder, 'prefilled.pdf');
    const values = [{ name: 'name', value: 'Ada Lovelace' }];
    await inlineToolkit().prepare({ input: scan, output, values, mode: 'keepOriginal', boxes: [] });
    const added = statSync(output).size - statSync(scan).size;
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThan(32_000);
    expect(readStart(output, 4096)).toEqual(readStart(scan, 4096));
  });

  it('does not grow when nothing is changed', () => {
    const file = openPdf(scan);
    expect(file.saveIncremental().increment).toHaveLength(0);
    file.close();
  });

  it('is left as it was by everything that writes', async () => {
    const copy = join(folder, 'copy.pdf');
    copyFileSync(scan, copy);
    const before = statSync(copy);
    await inlineToolkit().prepare({
      input: copy,
      output: join(folder, 'other.pdf'),
      values: [],
      mode: 'keepOriginal',
      boxes: [{ id: 'a', type: 'signature', placement: 'new_page' }],
    });
    expect(statSync(copy)).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs });
  });
});

describe('a form of 1,000 fields', () => {
  it('parses only what a box needs', () => {
    const file = openPdf(buildManyFieldForm());
    expect(file.page(49).geometry.displayedWidth).toBe(595);
    expect(file.parsedObjectCount).toBeLessThan(20);
    file.close();
  });
});

function readStart(path: string, length: number): Uint8Array {
  const source = openFileSource(path);
  const bytes = source.read(0, length);
  source.close();
  return bytes;
}

describe('brochures of 6 MB with a common font and logo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-laziness-merge-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are merged reading each byte about once, what they share once more to compare it', () => {
    const files = buildBrochures(2).map((path) => openPdf(path));
    const sizes = files.reduce((sum, { source }) => sum + source.size, 0);
    const merged = mergePdfs(files);
    const readBefore = files.reduce((sum, { source }) => sum + source.bytesRead, 0);
    expect(readBefore).toBeLessThan(sizes * 0.2);
    merged.writeTo(join(folder, 'merged.pdf'));
    const read = files.reduce((sum, { source }) => sum + source.bytesRead, 0);
    expect(read - readBefore).toBeLessThanOrEqual(merged.size);
    expect(statSync(join(folder, 'merged.pdf')).size).toBe(merged.size);
    expect(merged.size).toBeLessThan(sizes - 500_000);
    // 59 objects each, including 20 fields and 10 pages of 3.
    for (const { parsedObjectCount } of files) expect(parsedObjectCount).toBeLessThanOrEqual(59);
    for (const file of files) file.close();
  });
});
