import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { BlobMissing, type BlobStore, type ByteRange, type StoredBlob } from '@countersign/signing/ports';
import { AdapterError, settleBoth } from '../errors.ts';
import { hasCode, moveIntoPlace, onDisk, syncPath, writeStream } from './write-file.ts';

/** Ids are UUIDs and `sealed-<id>`. */
const BLOB_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;
const EXTENSION = /^[a-z0-9]{1,8}$/;

/** Returns `<last two>/<id>`, which spreads files over folders. Throws `blob_id_invalid`. */
export function blobKey(blobId: string): string {
  if (!BLOB_ID.test(blobId)) throw new AdapterError('blob_id_invalid', { blobId });
  return `${blobId.slice(-2).toLowerCase()}/${blobId}`;
}

/** Refuses what might be part of a path. Throws `blob_id_invalid`. */
export function requireExtension(extension: string): void {
  if (!EXTENSION.test(extension)) throw new AdapterError('blob_id_invalid', { blobId: extension });
}

/** Most file systems have blocks of this size. */
const PROBE_BYTES = 4096;
/** The amount is large enough for a disk to write in a row. */
const SYNC_BYTES = 8 * 1024 * 1024;
/** No blob is in this folder, because folders of blobs have the last two characters of an id. */
const PROBE_FOLDER = 'probe';

/**
 * Opens blobs as files `<dir>/blobs/<last two>/<id>`, which are written in `<dir>/scratch` and renamed. One
 * process uses a folder, because scratch is emptied here. `<dir>/blobs` is created only here: if it is
 * missing later, its disk is not mounted.
 */
export async function openDiskBlobs(
  dir: string,
  scratch: string = resolve(dir, 'scratch'),
): Promise<BlobStore> {
  const blobs = resolve(dir, 'blobs');
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  await mkdir(blobs, { recursive: true, mode: 0o700 });
  for (const parent of [dir, dirname(resolve(dir))]) await syncPath(parent);
  return new DiskBlobs(blobs, scratch);
}

class DiskBlobs implements BlobStore {
  readonly #blobs: string;
  readonly #scratch: string;

  constructor(blobs: string, scratch: string) {
    this.#blobs = blobs;
    this.#scratch = scratch;
  }

  async putStream(blobId: string, content: Readable, maxBytes: number): Promise<StoredBlob> {
    return (await this.putInspected(blobId, content, maxBytes, () => Promise.resolve())).blob;
  }

  async putInspected<T>(
    blobId: string,
    content: Readable,
    maxBytes: number,
    inspect: (path: string) => Promise<T>,
  ): Promise<{ readonly blob: StoredBlob; readonly report: T }> {
    const target = this.#pathOf(blobId);
    const draft = await this.scratchPath('part');
    try {
      const written = await writeStream(content, draft, maxBytes, SYNC_BYTES);
      const [report] = await settleBoth(
        inspect(draft),
        onDisk(() => syncPath(draft)),
      );
      return { blob: await onDisk(() => moveIntoPlace(draft, target, blobId, written)), report };
    } finally {
      await unlink(draft).catch(() => undefined);
    }
  }

  async putFile(blobId: string, path: string): Promise<StoredBlob> {
    const target = this.#pathOf(blobId);
    return onDisk(async () => {
      await syncPath(path);
      return moveIntoPlace(path, target, blobId);
    });
  }

  async localPath(blobId: string) {
    const path = this.#pathOf(blobId);
    await this.#onBlob(blobId, () => access(path));
    return { path, release: () => Promise.resolve() };
  }

  async size(blobId: string): Promise<number> {
    const path = this.#pathOf(blobId);
    const { size } = await this.#onBlob(blobId, () => stat(path));
    return size;
  }

  async read(blobId: string, range?: ByteRange) {
    const path = this.#pathOf(blobId);
    const handle = await this.#onBlob(blobId, () => open(path, 'r'));
    const { size } = await onDisk(() => handle.stat());
    const bounds = range === undefined ? {} : { start: range.first, end: range.last };
    return { stream: createReadStream('', { fd: handle, ...bounds }), size };
  }

  async remove(blobId: string): Promise<void> {
    const path = this.#pathOf(blobId);
    await onDisk(async () => {
      await this.#requireStorage();
      await rm(path, { force: true });
    });
  }

  /** Recreates the scratch folder if it is missing. */
  async scratchPath(extension: string): Promise<string> {
    requireExtension(extension);
    await onDisk(async () => {
      await this.#requireStorage();
      await access(`${this.#scratch}/.`).catch(async () => {
        await mkdir(this.#scratch, { mode: 0o700 }).catch(ignoreExisting);
        await access(`${this.#scratch}/.`);
      });
    });
    return join(this.#scratch, `${randomUUID()}.${extension}`);
  }

  /** Checks by the steps that store a blob. */
  checkWritable(): Promise<void> {
    return onDisk(async () => {
      const draft = await this.scratchPath('probe');
      const target = join(this.#blobs, PROBE_FOLDER, randomUUID());
      try {
        await writeFile(draft, Buffer.alloc(PROBE_BYTES), { flag: 'wx', mode: 0o600 });
        await syncPath(draft);
        await moveIntoPlace(draft, target, PROBE_FOLDER);
      } finally {
        await rm(draft, { force: true }).catch(() => undefined);
        await rm(target, { force: true });
      }
    });
  }

  /** Throws `BlobMissing` only if the storage works. */
  async #onBlob<T>(blobId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await onDisk(() => this.#requireStorage());
      if (hasCode(error, 'ENOENT')) throw new BlobMissing(blobId);
      return onDisk(() => Promise.reject(error));
    }
  }

  /** Throws the system error if the folder is missing. */
  async #requireStorage(): Promise<void> {
    await stat(`${this.#blobs}/.`);
  }

  #pathOf(blobId: string): string {
    return join(this.#blobs, blobKey(blobId));
  }
}

function ignoreExisting(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error;
}
