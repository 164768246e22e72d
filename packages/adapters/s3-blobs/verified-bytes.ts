import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { BlobsUnavailable } from '@countersign/signing/ports';

export interface ObjectDescription {
  readonly size: number;
  /** Undefined if copied into the bucket by other means. */
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
