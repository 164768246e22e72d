import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { SigningDeps } from '../deps.ts';
import { BlobMissing, type BlobStore, type StoredBlob } from '../ports/blob-store.ts';
import type { SigningSettings } from '../settings.ts';

/** PDF work on a body that has arrived ends after a minute. */
const MAX_WORK_SECONDS = 600;

/** Returns a time that is longer than any request. */
export function abandonedAfterSeconds({ maxUploadSeconds }: SigningSettings): number {
  return maxUploadSeconds + MAX_WORK_SECONDS;
}

/**
 * Holds blobs that no file names yet. The process may end, so a job that removes unneeded ones is enqueued before the
 * first byte.
 */
export class NewBlobs {
  readonly #deps: Pick<SigningDeps, 'blobs' | 'database' | 'ids' | 'settings'>;
  readonly #accountId: string;
  readonly #ids = new Set<string>();

  constructor(deps: Pick<SigningDeps, 'blobs' | 'database' | 'ids' | 'settings'>, accountId: string) {
    this.#deps = deps;
    this.#accountId = accountId;
  }

  async begin(): Promise<string> {
    const blobId = this.#deps.ids.uuid();
    await this.#deps.database.transact(({ jobs }) =>
      jobs.enqueue(
        { name: 'remove-unused-blob', blobId },
        { startAfterSeconds: abandonedAfterSeconds(this.#deps.settings), accountId: this.#accountId },
      ),
    );
    this.#ids.add(blobId);
    return blobId;
  }

  /** Removes the blobs after a failure. What cannot be removed now is left to the job. */
  async removeAll(): Promise<void> {
    await Promise.allSettled([...this.#ids].map((blobId) => this.#deps.blobs.remove(blobId)));
  }
}

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

/** Reads a blob that fits in memory, such as an ink image. */
export async function readSmallBlob(blobs: BlobStore, blobId: string): Promise<Uint8Array> {
  const { stream } = await blobs.read(blobId);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
