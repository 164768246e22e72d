import { expect, it } from 'vitest';
import { createLevelFinder } from './signature-report.ts';

const stamped = (subFilter: string, coveredBytes: number, time: string) => ({
  subFilter,
  coveredBytes,
  valid: true,
  timestamp: { time, authority: 'Test tsa' },
});

it.each([
  ['2026-11-22T00:00:00Z', 'B-LTA'],
  // Of an authority that states any time.
  ['2010-11-22T00:00:00Z', 'B-LT'],
])('a document timestamp of %s makes a signature of 2026-11-21 %s', (time, level) => {
  const seal = stamped('ETSI.CAdES.detached', 100, '2026-11-21T00:00:00Z');
  const levelOf = createLevelFinder([seal, stamped('ETSI.RFC3161', 200, time)], true);
  expect(levelOf(seal)).toBe(level);
});
