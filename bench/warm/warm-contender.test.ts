import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, expect, it } from 'vitest';
import { OURS } from '../peers/contenders.ts';
import { WarmContender } from './warm-contender.ts';

const folder = mkdtempSync(join(tmpdir(), 'warm-contender-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ONCE = { leastMs: 0, leastRuns: 1, mostMs: 10_000 };

function contenderFor(input: string): WarmContender {
  const task = { inputs: [input], output: join(folder, 'output.pdf') };
  return new WarmContender({ contender: OURS, job: 'open', task });
}

it('does its job in one process for all turns, and says what it found', async () => {
  const document = await PDFDocument.create();
  document.addPage();
  const input = join(folder, 'input.pdf');
  writeFileSync(input, await document.save());
  using contender = contenderFor(input);
  for (const leastRuns of [1, 2]) {
    const report = await contender.takeTurn({ ...ONCE, leastRuns });
    expect(report).toMatchObject({ answer: expect.stringContaining('1 pages') });
  }
});

it('says why it failed, and lives on', async () => {
  using contender = contenderFor(join(folder, 'missing.pdf'));
  const first = await contender.takeTurn(ONCE);
  expect(first.problem).toContain('missing.pdf');
  expect(await contender.takeTurn(ONCE)).toEqual(first);
});
