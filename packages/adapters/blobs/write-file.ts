import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BlobsUnavailable, BlobTooLarge, type StoredBlob } from '@countersign/signing/ports';
import { isSystemError } from '@countersign/toolkit/errors';

/** Throws `BlobsUnavailable` for errors of the operating system. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isSystemError(error) ? new BlobsUnavailable(error) : error;
  }
}

/** Whether the error has a code of the system, such as ENOENT. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

export interface FileDescription {
  readonly size: number;
  /** The hash is in lower-case hex. */
  readonly sha256: string;
}

export async function hashFile(path: string): Promise<FileDescription> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const { size } = await stat(path);
  return { size, sha256: hash.digest('hex') };
}

/** Syncs a file, or the names in a folder. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Moves a draft whose bytes are synced. An existing file is kept and described in the result. */
export async function moveIntoPlace(
  draft: string,
  target: string,
  blobId: string,
  known?: FileDescription,
): Promise<StoredBlob> {
  const isNew = await linkUnlessThere(draft, target);
  await syncFolderName(dirname(target));
  await syncPath(dirname(target));
  await unlink(draft);
  const description = isNew && known !== undefined ? known : await hashFile(target);
  return { blobId, ...description };
}

/** A link, unlike a rename, does not replace a file. Makes its folder, which most targets have. */
async function linkUnlessThere(draft: string, target: string): Promise<boolean> {
  try {
    await link(draft, target).catch(async (error) => {
      if (!hasCode(error, 'ENOENT')) throw error;
      await makeFolder(dirname(target));
      await link(draft, target);
    });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Never creates the parent folder, because its disk is not mounted if it is missing. */
async function makeFolder(folder: string): Promise<void> {
  namedFolders.delete(folder);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

/** Folders whose names this process has synced, or is about to have synced. */
const namedFolders = new Map<string, Promise<void>>();

/**
 * Waits until a folder outlasts a crash, whoever made it: another request may have made it and not synced its name yet,
 * or a process that was killed.
 */
async function syncFolderName(folder: string): Promise<void> {
  const syncing = namedFolders.get(folder) ?? syncPath(dirname(folder));
  namedFolders.set(folder, syncing);
  try {
    await syncing;
  } catch (error) {
    namedFolders.delete(folder);
    throw error;
  }
}

/**
 * Each write is passed to another thread, which for every small chunk costs more than the write. Linux puts a
 * larger write into one large folio: in a virtual machine these were memory that the host had not provided
 * yet, and copying to it took six times as long as in batches of this size.
 */
const BATCH_BYTES = 128 * 1024;

/**
 * Writes a stream. With `syncBytes`, that many are made durable while more arrive, so that the caller's sync
 * has little left. Throws `BlobTooLarge` at the first byte too many, `BlobsUnavailable`, or the stream's
 * error; the caller removes the file.
 */
export async function writeStream(
  content: Readable,
  path: string,
  maxBytes: number,
  syncBytes = Number.POSITIVE_INFINITY,
): Promise<FileDescription> {
  const hash = createHash('sha256');
  let size = 0;
  const file = new BatchedFile(await onDisk(() => open(path, 'wx', 0o600)), syncBytes);
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new BlobTooLarge(maxBytes);
      hash.update(chunk);
      await file.append(chunk);
    }
    await file.flush();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

type Batch = Buffer<ArrayBuffer>;

/** Writes one batch while the next is collected. */
class BatchedFile {
  readonly #handle: FileHandle;
  readonly #syncBytes: number;
  #batch: Batch = Buffer.allocUnsafeSlow(BATCH_BYTES);
  #filled = 0;
  /** Resolves with a batch to fill next. */
  #writing: Promise<Batch> | undefined;
  #unsynced = 0;
  #syncing: Promise<void> | undefined;

  constructor(handle: FileHandle, syncBytes: number) {
    this.#handle = handle;
    this.#syncBytes = syncBytes;
  }

  async append(chunk: Buffer): Promise<void> {
    for (let offset = 0; offset < chunk.length; ) {
      const copied = chunk.copy(this.#batch, this.#filled, offset);
      offset += copied;
      this.#filled += copied;
      if (this.#filled === BATCH_BYTES) await this.#write();
    }
  }

  async flush(): Promise<void> {
    await this.#write();
    await this.#writing;
    // A failure is reported once, and not by a later sync too.
    await this.#syncing;
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#writing, this.#syncing]);
    await onDisk(() => this.#handle.close());
  }

  async #write(): Promise<void> {
    const next = (await this.#writing) ?? Buffer.allocUnsafeSlow(BATCH_BYTES);
    if (this.#unsynced >= this.#syncBytes) await this.#beginSync();
    this.#unsynced += this.#filled;
    this.#writing = writeAll(this.#handle, this.#batch, this.#filled);
    // The rejection is awaited before the next batch.
    this.#writing.catch(() => undefined);
    this.#batch = next;
    this.#filled = 0;
  }

  async #beginSync(): Promise<void> {
    await this.#syncing;
    this.#unsynced = 0;
    this.#syncing = onDisk(() => this.#handle.datasync());
    // The rejection is awaited before the next sync.
    this.#syncing.catch(() => undefined);
  }
}

async function writeAll(handle: FileHandle, batch: Batch, length: number): Promise<Batch> {
  for (let offset = 0; offset < length; ) {
    const { bytesWritten } = await onDisk(() => handle.write(batch, offset, length - offset));
    offset += bytesWritten;
  }
  return batch;
}
