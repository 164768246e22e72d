import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { BlobTooLarge } from '@countersign/signing/ports';
import { onDisk } from './disk-outage.ts';
import type { FileDescription } from './hash-file.ts';

/**
 * Each write is passed to another thread, which for every small chunk costs more than the write. Linux puts a
 * larger write into one large folio: in a virtual machine these were memory that the host had not provided
 * yet, and copying to it took six times as long as in batches of this size.
 */
const BATCH_BYTES = 128 * 1024;

/**
 * With `syncBytes`, that many are made durable while more arrive, so that the caller's sync has little left.
 * Throws `BlobTooLarge` at the first byte too many, `BlobsUnavailable`, or the stream's error; the caller
 * removes the file.
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
    // A failure is reported once, not to a later sync.
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
    // Awaited before the next batch.
    this.#writing.catch(() => undefined);
    this.#batch = next;
    this.#filled = 0;
  }

  async #beginSync(): Promise<void> {
    await this.#syncing;
    this.#unsynced = 0;
    this.#syncing = onDisk(() => this.#handle.datasync());
    // Awaited before the next.
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
