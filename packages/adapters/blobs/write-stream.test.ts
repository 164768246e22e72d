import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { BlobsUnavailable } from '@countersign/signing/ports';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { makeTemporaryDir } from '../testing/temporary-dir.ts';
import { writeStream } from './write-file.ts';

const dir = makeTemporaryDir();
afterAll(() => dir.remove());
afterEach(() => vi.restoreAllMocks());

const KIB = 1024;
const bytes = randomBytes(1000 * KIB + 7);
const newPath = () => `${dir.path}/${randomBytes(8).toString('hex')}`;

/** Of chunks that do not fit into batches evenly. */
function stream(): Readable {
  const chunks: Buffer[] = [];
  for (let offset = 0; offset < bytes.length; offset += 61 * KIB)
    chunks.push(bytes.subarray(offset, offset + 61 * KIB));
  return Readable.from(chunks);
}

async function spyOnSync() {
  const handle = await open(import.meta.filename);
  await handle.close();
  return vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'datasync');
}

describe('writeStream', () => {
  it('writes and describes every byte, with and without syncing on the way', async () => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    for (const syncBytes of [undefined, 1, 300 * KIB]) {
      const path = newPath();
      expect(await writeStream(stream(), path, bytes.length, syncBytes)).toEqual({
        size: bytes.length,
        sha256,
      });
      expect(readFileSync(path).equals(bytes)).toBe(true);
    }
  });

  it('syncs only what is to last', async () => {
    const sync = await spyOnSync();
    await writeStream(stream(), newPath(), bytes.length);
    expect(sync).not.toHaveBeenCalled();
    await writeStream(stream(), newPath(), bytes.length, 300 * KIB);
    expect(sync).toHaveBeenCalledTimes(2);
  });

  // The system reports a write that failed later to one sync: the caller's own would succeed.
  it.each([1, 2])('fails when sync %i on the way fails, though the next ones succeed', async (failing) => {
    const sync = await spyOnSync();
    for (let count = 1; count < failing; count += 1) sync.mockResolvedValueOnce();
    sync.mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO', errno: -5, syscall: 'fsync' }));
    const written = writeStream(stream(), newPath(), bytes.length, 300 * KIB);
    await expect(written).rejects.toBeInstanceOf(BlobsUnavailable);
  });
});
