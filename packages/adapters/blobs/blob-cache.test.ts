import { readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { makeTemporaryDir } from '../testing/temporary-dir.ts';
import { BlobCache } from './blob-cache.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('removes a copy after an hour without use, though no other is read', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const dir = makeTemporaryDir();
  const cache = new BlobCache(dir.path, 1_000);
  const lease = await cache.lend('a', async (path) => {
    await writeFile(path, 'copy');
    return 4;
  });
  await lease.release();
  vi.advanceTimersByTime(50 * 60_000);
  expect(readdirSync(dir.path)).toHaveLength(1);
  vi.advanceTimersByTime(20 * 60_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(readdirSync(dir.path)).toEqual([]));
  cache.close();
  dir.remove();
});

// A rejected release ended the process: no code waited for it after a reader's stream had closed.
it('releases a copy that the disk does not let go', async () => {
  const dir = makeTemporaryDir();
  const cache = new BlobCache(dir.path, 1_000);
  const lease = await cache.lend('a', async (path) => {
    await writeFile(path, 'copy');
    return 4;
  });
  await cache.drop('a');
  await rm(lease.path);
  await mkdir(lease.path);
  await lease.release();
  expect(readdirSync(dir.path)).toHaveLength(1);
  cache.close();
  dir.remove();
});
