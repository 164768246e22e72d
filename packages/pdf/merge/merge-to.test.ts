import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { mergePdfs, mergePdfsTo } from './merge.ts';

describe('joining files to a path', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'merge-to-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('writes what `mergePdfs` returns, and may replace an input', () => {
    const paths = ['first.pdf', 'second.pdf'].map((name) => join(folder, name));
    const inputs = [
      buildPdf(pageBodies(3), { kind: 'stream', compressed: [2, 3] }),
      buildPdf(pageBodies(1200)),
    ];
    for (const [index, path] of paths.entries()) writeFileSync(path, inputs[index] ?? '');
    const files = paths.map((path) => openPdf(path));
    const expected = mergePdfs(files).toBytes();
    const target = paths[0] ?? '';
    const size = mergePdfsTo(target, files);
    for (const file of files) file.close();
    expect(size).toBe(expected.length);
    expect(Buffer.compare(readFileSync(target), expected)).toBe(0);
    expect(readdirSync(folder)).toEqual(['first.pdf', 'second.pdf']);
  });

  it('leaves no file if it is refused', () => {
    expect(() => mergePdfsTo(join(folder, 'merged.pdf'), [])).toThrow('No pages');
    expect(readdirSync(folder)).toEqual([]);
  });
});
