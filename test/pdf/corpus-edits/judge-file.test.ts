import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToolkitPool } from '@countersign/workers';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { fixturePath } from '../../../fixtures/fixture-path.ts';
import { makeModels } from './edited-file.ts';
import { addUp, formatTotals, formatVerdict } from './edits-table.ts';
import { type FileVerdict, judgeFile } from './judge-file.ts';
import { LibraryReader } from './readers/library-reader.ts';

const PATIENCE = 600_000;

const folder = mkdtempSync(join(tmpdir(), 'judge-file-test-'));
const originals = mkdtempSync(join(tmpdir(), 'judge-file-test-originals-'));
const toolkit = createToolkitPool({ threads: 1 });
afterAll(async () => {
  await toolkit.close();
  for (const each of [folder, originals]) rmSync(each, { recursive: true });
});

/** Judges a valid file of this name by a reader that fails on files of certain names. */
async function judge(name: string): Promise<FileVerdict> {
  const reader = new LibraryReader('pdf.js', new URL('./readers/testing/faulty-process.ts', import.meta.url));
  onTestFinished(() => reader.close());
  const models = await makeModels(toolkit, folder);
  const path = join(originals, name);
  copyFileSync(fixturePath('forms/contract.pdf'), path);
  const context = {
    toolkit,
    models,
    modelPictures: new Map(),
    readers: [reader],
    folder,
    patience: PATIENCE,
  };
  return judgeFile(name, path, context);
}

/** One file and one reader once ended a run over 401 files without its table. */
describe('the judgement of a file', () => {
  it('reports a reader that crashes on an edited file only as a difference', async () => {
    const verdict = await judge('sound.pdf');
    expect(verdict.grades.strip['pdf.js']).toBe('clean');
    expect(verdict.givenUp).toEqual([{ reader: 'pdf.js', of: 'place', reason: 'crash' }]);
    // It draws the same pixel whatever the content.
    const differences = verdict.differences.filter(({ kind }) => kind !== 'mark');
    expect(differences).toMatchObject([{ edit: 'place', reader: 'pdf.js', kind: 'gave up' }]);
    expect(formatTotals(addUp([verdict]))).toContain('1 times (1 crash) a reader gave up on an edited file');
  });

  it('reports a reader that crashes on the original, and does not use it further', async () => {
    const verdict = await judge('crash.pdf');
    expect(verdict.edits).toBe(4);
    expect(verdict.givenUp).toEqual([{ reader: 'pdf.js', of: 'original', reason: 'crash' }]);
    expect(verdict.differences).toEqual([]);
    expect(formatVerdict(verdict)).toContain('original, pdf.js, gave up: crash');
  });

  it('reports an unexpected error as a bug and continues', async () => {
    const context = { toolkit, models: await makeModels(toolkit, folder), modelPictures: new Map() };
    const path = join(folder, 'not-there.pdf');
    const verdict = await judgeFile('x', path, { ...context, readers: [], folder, patience: PATIENCE });
    expect(verdict.differences).toMatchObject([{ edit: 'original', reader: undefined, kind: 'bug' }]);
  });
});
