import type { PdfToolkit } from '@countersign/signing';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { logSeals } from './logging.ts';

const FAILURE = { authority: 'http://tsa.example/', reason: 'timed_out', message: 'no answer' };

async function logOf(level: string): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const report = { size: 1, sha256: '', seal: { level, timestamp: null, failures: [FAILURE] } };
  const toolkit = { complete: async () => report } as unknown as PdfToolkit;
  const request = { values: [], stamps: [], seal: { reason: '', signedAt: '' } };
  expect(await logSeals(toolkit, 'B-T', logger).complete({ input: 'in', output: 'out', ...request })).toBe(
    report,
  );
  return lines;
}

const INFO = 30;
const WARN = 40;
const ERROR = 50;

it('warns of every authority that failed, with its address and the reason', async () => {
  const [warning, told] = await logOf('B-T');
  expect(warning).toMatchObject({ level: WARN, ...FAILURE });
  expect(told).toMatchObject({ level: INFO, sealLevel: 'B-T' });
});

it('logs a seal below the configured level as an error', async () => {
  const lines = await logOf('B-B');
  expect(lines.at(-1)).toMatchObject({ level: ERROR, sealLevel: 'B-B', wantedLevel: 'B-T' });
});
