import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isSystemError } from '@countersign/toolkit/errors';
import { BlobsUnavailable, BlobTooLarge } from '../ports/blob-store.ts';

/**
 * The caller removes the file. Throws `BlobTooLarge` at the first byte too many, `BlobsUnavailable` if it
 * cannot be written, or the stream's error.
 */
export async function receiveScratch(content: Readable, path: string, maxBytes: number): Promise<number> {
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      if (size > maxBytes) done(new BlobTooLarge(maxBytes));
      else done(null, chunk);
    },
  });
  try {
    await pipeline(content, count, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    throw isWriteError(error) ? new BlobsUnavailable(error) : error;
  }
  return size;
}

/** A broken connection is a system error too. */
function isWriteError(error: unknown): boolean {
  return isSystemError(error) && error.syscall !== 'read';
}

/** Of a local file, by length; read once. */
export async function hashBeginnings(
  path: string,
  lengths: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  const waiting = [...new Set(lengths)].sort((a, b) => a - b);
  const hash = createHash('sha256');
  let position = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let used = 0;
    for (let next = waiting[0]; next !== undefined && next <= position + chunk.length; next = waiting[0]) {
      hash.update(chunk.subarray(used, next - position));
      used = next - position;
      hashes.set(next, hexOf(hash));
      waiting.shift();
    }
    hash.update(chunk.subarray(used));
    position += chunk.length;
  }
  return hashes;
}

function hexOf(hash: Hash): string {
  return hash.copy().digest('hex');
}
