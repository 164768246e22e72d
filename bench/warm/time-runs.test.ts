import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { timeRuns } from './time-runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'time-runs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ONCE = { leastMs: 0, leastRuns: 1, mostMs: 60_000 };

it('runs once at least', async () => {
  let runs = 0;
  const { wallMs, cpuMs } = await timeRuns(() => ++runs, join(folder, 'none.pdf'), { ...ONCE, mostMs: 0 });
  expect(runs).toBe(1);
  expect(wallMs).toBeGreaterThanOrEqual(0);
  expect(cpuMs).toBeGreaterThanOrEqual(0);
});

it('removes what the run before wrote, so that each writes a new file', async () => {
  const output = join(folder, 'written.pdf');
  const found: boolean[] = [];
  const write = () => {
    found.push(existsSync(output));
    writeFileSync(output, '%PDF-');
  };
  await timeRuns(write, output, { ...ONCE, leastRuns: 3 });
  expect(found).toEqual([false, false, false]);
});

it('stops when it has taken long enough, however few runs there were', async () => {
  let runs = 0;
  const amount = { leastMs: 1000, leastRuns: 1000, mostMs: 0 };
  const spend = () => {
    runs += 1;
    for (const start = performance.now(); performance.now() === start; );
  };
  await timeRuns(spend, join(folder, 'none.pdf'), amount);
  expect(runs).toBe(1);
});
