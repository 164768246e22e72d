import { createHash, randomUUID } from 'node:crypto';
import { access, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { BlobsUnavailable } from '@countersign/signing/ports';
import { onDisk } from './write-file.ts';

/** Copies without a reader for this time are removed, because other nodes may have deleted the blob. */
const MAX_IDLE_MS = 60 * 60 * 1000;
const IDLE_CHECK_MS = 5 * 60 * 1000;

interface Copy {
  readonly path: string;
  /** Rejects with the error of `fetch`. */
  readonly ready: Promise<void>;
  size: number;
  leases: number;
  usedAt: number;
  isDropped: boolean;
}

interface Lease {
  readonly path: string;
  readonly size: number;
  release(): Promise<void>;
}

/**
 * Copies of blobs in a folder. The least recently used are removed beyond `maxBytes`, except those in use,
 * which no library of caches keeps. One process uses the folder, which is emptied at start.
 */
export class BlobCache {
  readonly #dir: string;
  readonly #maxBytes: number;
  readonly #idleCheck: NodeJS.Timeout;
  /** The copies are in the order of their last use. */
  readonly #copies = new Map<string, Copy>();

  constructor(dir: string, maxBytes: number) {
    this.#dir = dir;
    this.#maxBytes = maxBytes;
    // The timer is for times without readers. A copy that cannot be removed now is tried again.
    this.#idleCheck = setInterval(() => void this.#evict().catch(() => undefined), IDLE_CHECK_MS).unref();
  }

  close(): void {
    clearInterval(this.#idleCheck);
  }

  /** Lends a copy. Simultaneous readers share one download. */
  async lend(blobId: string, fetch: (path: string) => Promise<number>): Promise<Lease> {
    const lent = await this.lendExisting(blobId);
    if (lent !== null) return lent;
    // Another reader may have started a download meanwhile.
    const copy = this.#copies.get(blobId) ?? this.#add(blobId, fetch);
    return this.#lease(blobId, copy);
  }

  async lendExisting(blobId: string): Promise<Lease | null> {
    const copy = this.#copies.get(blobId);
    if (copy === undefined) return null;
    const lease = await this.#lease(blobId, copy);
    if (await isThere(copy.path)) return lease;
    await this.drop(blobId);
    await lease.release();
    return null;
  }

  /** Takes a file over, which is on the same file system. */
  async adopt(blobId: string, path: string, size: number): Promise<void> {
    await this.drop(blobId);
    const copy = this.#add(blobId, (target) => rename(path, target).then(() => size));
    await onDisk(() => copy.ready);
  }

  async drop(blobId: string): Promise<void> {
    const copy = this.#copies.get(blobId);
    if (copy === undefined) return;
    this.#copies.delete(blobId);
    copy.isDropped = true;
    if (copy.leases === 0) await rm(copy.path, { force: true });
  }

  #add(blobId: string, make: (path: string) => Promise<number>): Copy {
    const path = join(this.#dir, randomUUID());
    const copy: Copy = {
      path,
      size: 0,
      leases: 0,
      usedAt: Date.now(),
      isDropped: false,
      ready: make(path).then(
        (size) => {
          copy.size = size;
        },
        async (error: unknown) => {
          if (this.#copies.get(blobId) === copy) this.#copies.delete(blobId);
          await rm(path, { force: true });
          throw error;
        },
      ),
    };
    this.#copies.set(blobId, copy);
    return copy;
  }

  async #lease(blobId: string, copy: Copy): Promise<Lease> {
    copy.leases += 1;
    let isReleased = false;
    const release = async () => {
      if (isReleased) return;
      isReleased = true;
      copy.leases -= 1;
      const remove = async () => {
        if (copy.isDropped && copy.leases === 0) await rm(copy.path, { force: true });
        await this.#evict();
      };
      // The reader has its bytes. Copies that cannot be removed are removed at a later check, or at the next
      // start.
      await remove().catch(() => undefined);
    };
    try {
      await copy.ready;
    } catch (error) {
      await release();
      throw error;
    }
    this.#touch(blobId, copy);
    return { path: copy.path, size: copy.size, release };
  }

  #touch(blobId: string, copy: Copy): void {
    copy.usedAt = Date.now();
    if (this.#copies.get(blobId) !== copy) return;
    this.#copies.delete(blobId);
    this.#copies.set(blobId, copy);
  }

  async #evict(): Promise<void> {
    const oldest = Date.now() - MAX_IDLE_MS;
    let bytes = [...this.#copies.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [blobId, { size, leases, usedAt }] of [...this.#copies]) {
      if (bytes <= this.#maxBytes && usedAt >= oldest) return;
      if (leases > 0) continue;
      bytes -= size;
      await this.drop(blobId);
    }
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export interface ObjectDescription {
  readonly size: number;
  /** It is undefined if the object was copied into the bucket by other means. */
  readonly sha256: string | undefined;
}

/** Fails with `BlobsUnavailable` if the connection breaks or the hash differs. */
export function verifyBytes(body: Readable, expected: ObjectDescription): Readable {
  return Readable.from(readVerified(body, expected), { objectMode: false });
}

/** Fails with `BlobsUnavailable` if the connection breaks. */
export function guardBytes(body: Readable): Readable {
  return Readable.from(readGuarded(body), { objectMode: false });
}

async function* readVerified(body: Readable, expected: ObjectDescription): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of readGuarded(body)) {
    hash.update(chunk);
    size += chunk.length;
    yield chunk;
  }
  const sha256 = hash.digest('hex');
  if (size !== expected.size || (expected.sha256 !== undefined && sha256 !== expected.sha256))
    throw new BlobsUnavailable(new Error(`the store sent ${size} bytes with SHA-256 ${sha256}`));
}

async function* readGuarded(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw new BlobsUnavailable(error);
  }
}
