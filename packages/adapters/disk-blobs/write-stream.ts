import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { BlobTooLarge } from '@countersign/signing/ports';
import { onDisk } from './disk-outage.ts';
import type { FileDescription } from './hash-file.ts';

/**
 * Writes, counts and hashes a stream. Throws `BlobTooLarge` at the first byte too many, `BlobsUnavailable`, or the
 * stream's error; the caller removes the file.
 */
export async function writeStream(
  content: Readable,
  path: string,
  maxBytes: number,
): Promise<FileDescription> {
  const hash = createHash('sha256');
  let size = 0;
  const handle = await onDisk(() => open(path, 'wx', 0o600));
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new BlobTooLarge(maxBytes);
      hash.update(chunk);
      await onDisk(() => writeAll(handle, chunk));
    }
  } finally {
    await onDisk(() => handle.close());
  }
  return { size, sha256: hash.digest('hex') };
}

async function writeAll(handle: Awaited<ReturnType<typeof open>>, chunk: Buffer): Promise<void> {
  let written = 0;
  while (written < chunk.length) {
    const { bytesWritten } = await handle.write(chunk, written);
    written += bytesWritten;
  }
}
