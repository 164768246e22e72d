import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { BlobTooLarge } from '../ports/blob-store.ts';
import { hashBeginnings, receiveScratch } from './file-verification.ts';

describe('a file that is looked at and not kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'receive-scratch-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  // Several chunks.
  const bytes = randomBytes(200_001);

  it('is written as it comes, up to the last byte that it may have', async () => {
    const path = join(folder, 'whole');
    expect(await receiveScratch(Readable.from([bytes]), path, bytes.length)).toBe(bytes.length);
    expect(readFileSync(path).equals(bytes)).toBe(true);
    const more = receiveScratch(Readable.from([bytes]), join(folder, 'more'), bytes.length - 1);
    await expect(more).rejects.toThrow(BlobTooLarge);
  });

  it('fails with the connection that it comes by', async () => {
    const broken = new Readable({ read: () => undefined });
    broken.push(bytes);
    const work = receiveScratch(broken, join(folder, 'broken'), bytes.length);
    broken.destroy(new Error('the client left'));
    await expect(work).rejects.toThrow('the client left');
  });

  it('is hashed up to every length that is asked for, wherever its pieces end', async () => {
    const path = join(folder, 'hashed');
    await receiveScratch(Readable.from([bytes]), path, bytes.length);
    const lengths = [bytes.length, 1, 65_535, 65_536, 65_537, 131_072, 1];
    const hashes = await hashBeginnings(path, lengths);
    expect([...hashes.keys()].sort((a, b) => a - b)).toEqual([...new Set(lengths)].sort((a, b) => a - b));
    for (const [length, hash] of hashes)
      expect(hash).toBe(createHash('sha256').update(bytes.subarray(0, length)).digest('hex'));
  });
});
