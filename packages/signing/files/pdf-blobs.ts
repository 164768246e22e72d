import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { BlobMissing, type BlobStore, type StoredBlob } from '../ports/blob-store.ts';

export async function withLocalPath<T>(
  blobs: BlobStore,
  blobId: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const local = await blobs.localPath(blobId);
  try {
    return await work(local.path);
  } finally {
    await local.release();
  }
}

export async function withLocalPaths<T>(
  blobs: BlobStore,
  blobIds: readonly string[],
  work: (paths: readonly string[]) => Promise<T>,
): Promise<T> {
  const lent: Awaited<ReturnType<BlobStore['localPath']>>[] = [];
  try {
    for (const blobId of blobIds) lent.push(await blobs.localPath(blobId));
    return await work(lent.map(({ path }) => path));
  } finally {
    await Promise.all(lent.map((local) => local.release()));
  }
}

/** Leaves no scratch file. */
export async function storeWritten<T>(
  blobs: BlobStore,
  blobId: string,
  write: (output: string) => Promise<T>,
): Promise<{ readonly blob: StoredBlob; readonly report: T }> {
  const output = await blobs.scratchPath('pdf');
  try {
    const report = await write(output);
    return { report, blob: await blobs.putFile(blobId, output) };
  } finally {
    await rm(output, { force: true });
  }
}

export async function readBack(blobs: BlobStore, blobId: string): Promise<StoredBlob | null> {
  try {
    const { stream } = await blobs.read(blobId);
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of stream) {
      hash.update(chunk);
      size += chunk.length;
    }
    return { blobId, size, sha256: hash.digest('hex') };
  } catch (error) {
    if (error instanceof BlobMissing) return null;
    throw error;
  }
}

/** An ink image. */
export async function readSmallBlob(blobs: BlobStore, blobId: string): Promise<Uint8Array> {
  const { stream } = await blobs.read(blobId);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
