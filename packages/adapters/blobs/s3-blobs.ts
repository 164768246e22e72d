import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { BlobMissing, type BlobStore, type ByteRange, type StoredBlob } from '@countersign/signing/ports';
import { settleBoth } from '../errors.ts';
import { BlobCache } from './blob-cache.ts';
import { blobKey, requireExtension } from './disk-blobs.ts';
import { S3Bucket, type S3Location } from './s3-bucket.ts';
import { type FileDescription, hashFile, onDisk, writeStream } from './write-file.ts';

const PROBE_BYTES = 64;

interface LocalOptions {
  /** The folder is of this process alone: `scratch` and `cache` in it are emptied at start. */
  readonly dir: string;
  /** The size of the copies that are not in use. */
  readonly cacheBytes: number;
}

export interface S3Blobs extends BlobStore {
  /** If false, existence is checked first, and the second of two simultaneous writers replaces the first. */
  readonly isConditional: boolean;
  /** Returns an address at the store, whose answer has these headers. */
  presign(blobId: string, options: { disposition: string; seconds: number }): Promise<string>;
  close(): void;
}

/**
 * Opens blobs as objects `<prefix><last two>/<id>`, so that a blob folder can be copied into a bucket. Throws
 * `BlobsUnavailable` if nothing can be stored.
 */
export async function openS3Blobs(location: S3Location, { dir, cacheBytes }: LocalOptions): Promise<S3Blobs> {
  const [scratch, copies] = [resolve(dir, 'scratch'), resolve(dir, 'cache')];
  for (const folder of [scratch, copies]) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  const blobs = new S3BlobStore(new S3Bucket(location), new BlobCache(copies, cacheBytes), scratch);
  await blobs.detectConditions();
  return blobs;
}

interface Named {
  readonly blobId: string;
  readonly key: string;
}

class S3BlobStore implements S3Blobs {
  readonly #bucket: S3Bucket;
  readonly #cache: BlobCache;
  readonly #scratch: string;

  constructor(bucket: S3Bucket, cache: BlobCache, scratch: string) {
    this.#bucket = bucket;
    this.#cache = cache;
    this.#scratch = scratch;
  }

  get isConditional(): boolean {
    return this.#bucket.isConditional;
  }

  detectConditions(): Promise<void> {
    return this.#withProbe((path, file) => this.#bucket.detectConditions(path, file));
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
    const key = blobKey(blobId);
    const draft = await this.scratchPath('part');
    try {
      const file = await writeStream(content, draft, maxBytes);
      const [report, isNew] = await settleBoth(inspect(draft), this.#bucket.create(key, draft, file));
      return { blob: await this.#describeStored({ blobId, key }, draft, file, isNew), report };
    } finally {
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }

  async putFile(blobId: string, path: string): Promise<StoredBlob> {
    const key = blobKey(blobId);
    const file = await onDisk(() => hashFile(path));
    const isNew = await this.#bucket.create(key, path, file);
    const stored = await this.#describeStored({ blobId, key }, path, file, isNew);
    await onDisk(() => rm(path, { force: true }));
    return stored;
  }

  /** The new file becomes the copy in the cache, because it is used next. */
  async #describeStored(
    { blobId, key }: Named,
    path: string,
    file: FileDescription,
    isNew: boolean,
  ): Promise<StoredBlob> {
    if (isNew) {
      await this.#cache.adopt(blobId, path, file.size);
      return { blobId, ...file };
    }
    const description = await this.#bucket.describe(key);
    if (description === null) throw new BlobMissing(blobId);
    const { size, sha256 } = description;
    if (sha256 !== undefined) return { blobId, size, sha256 };
    const copy = await this.#lend({ blobId, key });
    try {
      return { blobId, ...(await hashFile(copy.path)) };
    } finally {
      await copy.release();
    }
  }

  async localPath(blobId: string) {
    return this.#lend({ blobId, key: blobKey(blobId) });
  }

  #lend({ blobId, key }: Named) {
    return this.#cache.lend(blobId, async (path) => {
      const found = await this.#bucket.read(key);
      if (found === null) throw new BlobMissing(blobId);
      const { size } = await writeStream(found.stream, path, found.size);
      return size;
    });
  }

  async size(blobId: string): Promise<number> {
    const key = blobKey(blobId);
    const copy = await this.#cache.lendExisting(blobId);
    if (copy !== null) {
      await copy.release();
      return copy.size;
    }
    const description = await this.#bucket.describe(key);
    if (description === null) throw new BlobMissing(blobId);
    return description.size;
  }

  /** Reads from the store, so that the check after sealing reads the stored bytes. */
  async read(blobId: string, range?: ByteRange) {
    const key = blobKey(blobId);
    const copy = range === undefined ? null : await this.#cache.lendExisting(blobId);
    if (copy !== null) {
      const stream = createReadStream(copy.path, { start: range?.first, end: range?.last });
      stream.once('close', () => void copy.release());
      return { stream, size: copy.size };
    }
    const found = await this.#bucket.read(key, range);
    if (found === null) throw new BlobMissing(blobId);
    return found;
  }

  async remove(blobId: string): Promise<void> {
    await this.#bucket.remove(blobKey(blobId));
    await this.#cache.drop(blobId);
  }

  async scratchPath(extension: string): Promise<string> {
    requireExtension(extension);
    await onDisk(() => mkdir(this.#scratch, { recursive: true, mode: 0o700 }));
    return join(this.#scratch, `${randomUUID()}.${extension}`);
  }

  checkWritable(): Promise<void> {
    return this.#withProbe((path, file) => this.#bucket.probe(path, file));
  }

  async #withProbe(work: (path: string, file: FileDescription) => Promise<void>): Promise<void> {
    const path = await this.scratchPath('probe');
    try {
      await onDisk(() => writeFile(path, Buffer.alloc(PROBE_BYTES), { flag: 'wx', mode: 0o600 }));
      await work(path, await onDisk(() => hashFile(path)));
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
  }

  presign(blobId: string, { disposition, seconds }: Parameters<S3Blobs['presign']>[1]): Promise<string> {
    const command = new GetObjectCommand({
      ...this.#bucket.object(blobKey(blobId)),
      ResponseContentType: 'application/pdf',
      ResponseContentDisposition: disposition,
      ResponseCacheControl: 'private, no-store',
    });
    return getSignedUrl(this.#bucket.client, command, { expiresIn: seconds });
  }

  close(): void {
    this.#cache.close();
    this.#bucket.client.destroy();
  }
}
