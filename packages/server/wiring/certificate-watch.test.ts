import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { warnOfExpiry, watchCertificate } from './certificate-watch.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const notAfter = new Date('2026-12-31T00:00:00Z');
const validity = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter };
const before = (days: number) => new Date(notAfter.getTime() - days * DAY_MS);

describe('the certificate that seals', () => {
  it.each([
    [31, undefined],
    [30, { code: 'seal_certificate_expires', message: expect.stringContaining('in 30 days') }],
    [0.5, { code: 'seal_certificate_expires', message: expect.stringContaining('2026-12-31') }],
    [-0.5, { code: 'seal_certificate_expired', message: expect.stringContaining('expired on 2026-12-31') }],
  ])('%s days before its end: %o', (days, warning) => {
    expect(warnOfExpiry(validity, before(days))).toEqual(warning);
  });
});

describe('the log', () => {
  beforeEach(() => void vi.useFakeTimers({ now: before(31.5) }));
  afterEach(() => void vi.useRealTimers());

  it('warns from 30 days before, once a day, and calls it an error afterwards; not when stopped', () => {
    const lines: { readonly level: number; readonly code: string }[] = [];
    const logger = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
    const stop = watchCertificate(
      () => validity,
      () => new Date(),
      logger,
    );
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(3 * DAY_MS);
    expect(lines.map(({ level, code }) => [level, code])).toEqual([
      [40, 'seal_certificate_expires'],
      [40, 'seal_certificate_expires'],
    ]);
    vi.advanceTimersByTime(29 * DAY_MS);
    expect(lines.at(-1)).toMatchObject({ level: 50, code: 'seal_certificate_expired' });
    const told = lines.length;
    stop();
    vi.advanceTimersByTime(5 * DAY_MS);
    expect(lines).toHaveLength(told);
  });
});
