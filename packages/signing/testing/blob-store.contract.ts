import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { access, readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlobMissing, type BlobStore, BlobTooLarge } from '../ports/blob-store.ts';

export interface BlobStoreHarness {
  readonly blobs: BlobStore;
  close(): Promise<void>;
}

export function blobStoreContract(open: () => Promise<BlobStoreHarness>): void {
  describe('BlobStore contract', () => {
    let harness: BlobStoreHarness;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness.close());
    const blobs = () => harness.blobs;

    streamTests(blobs);
    inspectionTests(blobs);
    fileTests(blobs);
    readingTests(blobs);
    probeTests(blobs);
  });
}

type OpenBlobs = () => BlobStore;

function streamTests(blobs: OpenBlobs): void {
  it('stores a stream and tells size and SHA-256', async () => {
    const bytes = randomBytes(2_000_000);
    const blobId = randomUUID();
    const stored = await blobs().putStream(blobId, Readable.from(chunked(bytes)), bytes.length);
    expect(stored).toEqual({ blobId, size: bytes.length, sha256: sha256(bytes) });
    expect((await readAll(blobs(), blobId)).equals(bytes)).toBe(true);
  });

  it('stores an empty stream', async () => {
    const blobId = randomUUID();
    expect(await blobs().putStream(blobId, Readable.from([]), 10)).toMatchObject({ size: 0 });
    expect((await readAll(blobs(), blobId)).length).toBe(0);
  });

  it('refuses one byte more than allowed and keeps nothing', async () => {
    const blobId = randomUUID();
    const work = blobs().putStream(blobId, Readable.from(chunked(randomBytes(70_001))), 70_000);
    await expect(work).rejects.toBeInstanceOf(BlobTooLarge);
    await expect(blobs().read(blobId)).rejects.toBeInstanceOf(BlobMissing);
  });

  it('rejects with the error of a stream that breaks and keeps nothing', async () => {
    const blobId = randomUUID();
    const work = blobs().putStream(blobId, Readable.from(breaking()), 70_000);
    await expect(work).rejects.toThrow('connection lost');
    await expect(blobs().read(blobId)).rejects.toBeInstanceOf(BlobMissing);
  });
}

function inspectionTests(blobs: OpenBlobs): void {
  it('lends the bytes of a stream while it stores them', async () => {
    const blobId = randomUUID();
    const bytes = randomBytes(200_000);
    const inspect = (path: string) => readFile(path);
    const { blob, report } = await blobs().putInspected(
      blobId,
      Readable.from(chunked(bytes)),
      200_000,
      inspect,
    );
    expect(report.equals(bytes)).toBe(true);
    expect(blob).toEqual({ blobId, size: bytes.length, sha256: sha256(bytes) });
    expect((await readAll(blobs(), blobId)).equals(bytes)).toBe(true);
  });

  it('rejects with the error of the inspection, after which the blob can be removed', async () => {
    const blobId = randomUUID();
    const refuse = () => Promise.reject(new Error('not a PDF'));
    const work = blobs().putInspected(blobId, Readable.from(chunked(randomBytes(100))), 100, refuse);
    await expect(work).rejects.toThrow('not a PDF');
    await blobs().remove(blobId);
    await expect(blobs().read(blobId)).rejects.toBeInstanceOf(BlobMissing);
  });
}

function fileTests(blobs: OpenBlobs): void {
  it('moves a scratch file into storage', async () => {
    const blobId = `sealed-${randomUUID()}`;
    const bytes = randomBytes(5000);
    const path = await scratchFile(blobs(), bytes);
    expect(await blobs().putFile(blobId, path)).toEqual({ blobId, size: 5000, sha256: sha256(bytes) });
    expect(await readAll(blobs(), blobId)).toEqual(bytes);
    await expect(access(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('replaces nothing when an id is stored again', async () => {
    const blobId = randomUUID();
    const first = randomBytes(100);
    await blobs().putFile(blobId, await scratchFile(blobs(), first));
    const again = await blobs().putFile(blobId, await scratchFile(blobs(), randomBytes(300)));
    expect(again).toEqual({ blobId, size: 100, sha256: sha256(first) });
    expect(await readAll(blobs(), blobId)).toEqual(first);
  });

  it('gives a fresh scratch path every time, with the extension asked for', async () => {
    const [first, second] = await Promise.all([blobs().scratchPath('pdf'), blobs().scratchPath('pdf')]);
    expect(first).not.toBe(second);
    expect(first.endsWith('.pdf')).toBe(true);
  });
}

function probeTests(blobs: OpenBlobs): void {
  it('can be asked whether it stores anything, as often as one likes', async () => {
    await blobs().checkWritable();
    await Promise.all([blobs().checkWritable(), blobs().checkWritable()]);
  });
}

function readingTests(blobs: OpenBlobs): void {
  it('gives a local path with the bytes, and keeps the blob after release', async () => {
    const blobId = randomUUID();
    const bytes = randomBytes(3000);
    await blobs().putFile(blobId, await scratchFile(blobs(), bytes));
    const local = await blobs().localPath(blobId);
    expect(await readFile(local.path)).toEqual(bytes);
    await local.release();
    expect((await blobs().read(blobId)).size).toBe(3000);
  });

  it('reads a range and nothing else, and tells the size of the whole', async () => {
    const blobId = randomUUID();
    const bytes = randomBytes(300_000);
    await blobs().putFile(blobId, await scratchFile(blobs(), bytes));
    expect(await blobs().size(blobId)).toBe(300_000);
    for (const [first, last] of [
      [0, 0],
      [0, 299_999],
      [131_071, 196_608],
      [299_999, 299_999],
    ] as const) {
      const { stream, size } = await blobs().read(blobId, { first, last });
      expect(size).toBe(300_000);
      expect((await buffer(stream)).equals(bytes.subarray(first, last + 1))).toBe(true);
    }
  });

  it('says that a blob is missing, by each way of reading', async () => {
    await expect(blobs().size(randomUUID())).rejects.toBeInstanceOf(BlobMissing);
    await expect(blobs().read(randomUUID(), { first: 0, last: 0 })).rejects.toBeInstanceOf(BlobMissing);
    await expect(blobs().read(randomUUID())).rejects.toBeInstanceOf(BlobMissing);
    await expect(blobs().localPath(randomUUID())).rejects.toBeInstanceOf(BlobMissing);
  });

  it('removes a blob, and does not mind removing it again', async () => {
    const blobId = randomUUID();
    await blobs().putFile(blobId, await scratchFile(blobs(), randomBytes(10)));
    await blobs().remove(blobId);
    await blobs().remove(blobId);
    await expect(blobs().read(blobId)).rejects.toBeInstanceOf(BlobMissing);
  });
}

async function scratchFile(blobs: BlobStore, bytes: Uint8Array): Promise<string> {
  const path = await blobs.scratchPath('bin');
  await writeFile(path, bytes);
  return path;
}

async function readAll(blobs: BlobStore, blobId: string): Promise<Buffer> {
  const { stream, size } = await blobs.read(blobId);
  const bytes = await buffer(stream);
  expect(bytes.length).toBe(size);
  return bytes;
}

function* chunked(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += 16_384) yield bytes.subarray(start, start + 16_384);
}

async function* breaking(): AsyncGenerator<Buffer> {
  yield randomBytes(1000);
  throw new Error('connection lost');
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
