import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { BlobTooLarge } from '@countersign/signing/ports';
import { onDisk } from './disk-outage.ts';
import type { FileDescription } from './hash-file.ts';

/** Each write is passed to another thread, which for every chunk of 64 KiB costs more than the write. */
const BATCH_BYTES = 512 * 1024;

/**
 * Throws `BlobTooLarge` at the first byte too many, `BlobsUnavailable`, or the stream's error; the caller
 * removes the file.
 */
export async function writeStream(
  content: Readable,
  path: string,
  maxBytes: number,
): Promise<FileDescription> {
  const hash = createHash('sha256');
  let size = 0;
  const file = new BatchedFile(await onDisk(() => open(path, 'wx', 0o600)));
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
  #batch: Batch = Buffer.allocUnsafeSlow(BATCH_BYTES);
  #filled = 0;
  /** Resolves with a batch to fill next. */
  #writing: Promise<Batch> | undefined;

  constructor(handle: FileHandle) {
    this.#handle = handle;
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
  }

  async close(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    await onDisk(() => this.#handle.close());
  }

  async #write(): Promise<void> {
    const next = (await this.#writing) ?? Buffer.allocUnsafeSlow(BATCH_BYTES);
    this.#writing = writeAll(this.#handle, this.#batch, this.#filled);
    // Awaited before the next batch.
    this.#writing.catch(() => undefined);
    this.#batch = next;
    this.#filled = 0;
  }
}

async function writeAll(handle: FileHandle, batch: Batch, length: number): Promise<Batch> {
  for (let offset = 0; offset < length; ) {
    const { bytesWritten } = await onDisk(() => handle.write(batch, offset, length - offset));
    offset += bytesWritten;
  }
  return batch;
}
