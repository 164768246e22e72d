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

interface Parts {
  readonly bucket: S3Bucket;
  readonly cache: BlobCache;
  readonly scratch: string;
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
  const parts = { bucket: new S3Bucket(location), cache: new BlobCache(copies, cacheBytes), scratch };
  await withProbe(parts, (path, file) => parts.bucket.detectConditions(path, file));
  return {
    get isConditional() {
      return parts.bucket.isConditional;
    },
    putStream: async (blobId, content, maxBytes) =>
      (await putInspected(parts, blobId, content, maxBytes, () => Promise.resolve())).blob,
    putInspected: (blobId, content, maxBytes, inspect) =>
      putInspected(parts, blobId, content, maxBytes, inspect),
    putFile: (blobId, path) => putFile(parts, blobId, path),
    localPath: (blobId) => openLocalPath(parts, blobId),
    size: (blobId) => sizeOfBlob(parts, blobId),
    read: (blobId, range) => readBlob(parts, blobId, range),
    remove: (blobId) => removeBlob(parts, blobId),
    scratchPath: (extension) => openScratchPath(parts, extension),
    checkWritable: () => checkWritable(parts),
    presign: (blobId, options) => presign(parts, blobId, options),
    close: () => {
      parts.cache.close();
      parts.bucket.client.destroy();
    },
  };
}

async function putInspected<T>(
  parts: Parts,
  blobId: string,
  content: Readable,
  maxBytes: number,
  inspect: (path: string) => Promise<T>,
): Promise<{ readonly blob: StoredBlob; readonly report: T }> {
  const key = blobKey(blobId);
  const draft = await openScratchPath(parts, 'part');
  try {
    const file = await writeStream(content, draft, maxBytes);
    const [report, isNew] = await settleBoth(inspect(draft), parts.bucket.create(key, draft, file));
    return { blob: await describeStored(parts, { blobId, key }, draft, file, isNew), report };
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

async function putFile(parts: Parts, blobId: string, path: string): Promise<StoredBlob> {
  const key = blobKey(blobId);
  const file = await onDisk(() => hashFile(path));
  const isNew = await parts.bucket.create(key, path, file);
  const stored = await describeStored(parts, { blobId, key }, path, file, isNew);
  await onDisk(() => rm(path, { force: true }));
  return stored;
}

interface Named {
  readonly blobId: string;
  readonly key: string;
}

/** The new file becomes the copy in the cache, because it is used next. */
async function describeStored(
  { bucket, cache }: Parts,
  { blobId, key }: Named,
  path: string,
  file: FileDescription,
  isNew: boolean,
): Promise<StoredBlob> {
  if (isNew) {
    await cache.adopt(blobId, path, file.size);
    return { blobId, ...file };
  }
  const description = await bucket.describe(key);
  if (description === null) throw new BlobMissing(blobId);
  const { size, sha256 } = description;
  if (sha256 !== undefined) return { blobId, size, sha256 };
  return withCopy({ bucket, cache }, { blobId, key }, async (copy) => ({
    blobId,
    ...(await hashFile(copy)),
  }));
}

async function openLocalPath(parts: Parts, blobId: string) {
  return lend(parts, { blobId, key: blobKey(blobId) });
}

async function withCopy<T>(
  parts: Pick<Parts, 'bucket' | 'cache'>,
  named: Named,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const copy = await lend(parts, named);
  try {
    return await work(copy.path);
  } finally {
    await copy.release();
  }
}

function lend({ bucket, cache }: Pick<Parts, 'bucket' | 'cache'>, { blobId, key }: Named) {
  return cache.lend(blobId, async (path) => {
    const found = await bucket.read(key);
    if (found === null) throw new BlobMissing(blobId);
    const { size } = await writeStream(found.stream, path, found.size);
    return size;
  });
}

async function sizeOfBlob({ bucket, cache }: Parts, blobId: string): Promise<number> {
  const key = blobKey(blobId);
  const copy = await cache.lendExisting(blobId);
  if (copy !== null) {
    await copy.release();
    return copy.size;
  }
  const description = await bucket.describe(key);
  if (description === null) throw new BlobMissing(blobId);
  return description.size;
}

/** Reads from the store, so that the check after sealing reads the stored bytes. */
async function readBlob({ bucket, cache }: Parts, blobId: string, range?: ByteRange) {
  const key = blobKey(blobId);
  const copy = range === undefined ? null : await cache.lendExisting(blobId);
  if (copy !== null) {
    const stream = createReadStream(copy.path, { start: range?.first, end: range?.last });
    stream.once('close', () => void copy.release());
    return { stream, size: copy.size };
  }
  const found = await bucket.read(key, range);
  if (found === null) throw new BlobMissing(blobId);
  return found;
}

async function removeBlob({ bucket, cache }: Parts, blobId: string): Promise<void> {
  await bucket.remove(blobKey(blobId));
  await cache.drop(blobId);
}

async function openScratchPath({ scratch }: Pick<Parts, 'scratch'>, extension: string): Promise<string> {
  requireExtension(extension);
  await onDisk(() => mkdir(scratch, { recursive: true, mode: 0o700 }));
  return join(scratch, `${randomUUID()}.${extension}`);
}

function checkWritable(parts: Parts): Promise<void> {
  return withProbe(parts, (path, file) => parts.bucket.probe(path, file));
}

async function withProbe(
  parts: Parts,
  work: (path: string, file: FileDescription) => Promise<void>,
): Promise<void> {
  const path = await openScratchPath(parts, 'probe');
  try {
    await onDisk(() => writeFile(path, Buffer.alloc(PROBE_BYTES), { flag: 'wx', mode: 0o600 }));
    await work(path, await onDisk(() => hashFile(path)));
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

function presign(
  { bucket }: Parts,
  blobId: string,
  { disposition, seconds }: { disposition: string; seconds: number },
): Promise<string> {
  const command = new GetObjectCommand({
    ...bucket.object(blobKey(blobId)),
    ResponseContentType: 'application/pdf',
    ResponseContentDisposition: disposition,
    ResponseCacheControl: 'private, no-store',
  });
  return getSignedUrl(bucket.client, command, { expiresIn: seconds });
}
