import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createDownloads, DOWNLOAD_LIFETIME_MS } from './downloads.ts';

const FILE = { blobId: 'sealed-1', fileName: 'Avtal – Łukasz.pdf' };

function setUp() {
  let now = Date.UTC(2026, 0, 1);
  const clock = { now: () => new Date(now) };
  const downloads = createDownloads({ key: randomBytes(32), clock });
  return { downloads, clock, wait: (milliseconds: number) => (now += milliseconds) };
}

describe('createDownloads', () => {
  it('[4.4-51] opens what it issued, for ten minutes', () => {
    const { downloads, wait } = setUp();
    const token = downloads.issue(FILE);
    wait(DOWNLOAD_LIFETIME_MS - 1);
    expect(downloads.open(token)).toEqual(FILE);
    wait(1);
    expect(() => downloads.open(token)).toThrow('download_not_found');
  });

  it('[R03-08] tells tokens of files and of exports apart', () => {
    const { downloads, wait } = setUp();
    const owner = { accountId: 'a', userId: 'u' };
    const token = downloads.issueExport(owner);
    expect(downloads.openExport(token)).toEqual(owner);
    expect(() => downloads.open(token)).toThrow('download_not_found');
    expect(() => downloads.openExport(downloads.issue(FILE))).toThrow('download_not_found');
    wait(DOWNLOAD_LIFETIME_MS);
    expect(() => downloads.openExport(token)).toThrow('download_not_found');
  });

  it('refuses a changed, foreign, cut or empty token', () => {
    const { downloads, clock } = setUp();
    const token = downloads.issue(FILE);
    const other = createDownloads({ key: randomBytes(32), clock }).issue(FILE);
    for (const wrong of [`x${token}`, other, token.slice(0, -1), `${token}A`, '', '.', 'a.b.c']) {
      expect(() => downloads.open(wrong)).toThrow('download_not_found');
    }
  });
});
