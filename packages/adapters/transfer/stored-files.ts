import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BlobMissing } from '@countersign/signing/ports';
import { blobKey, openDiskBlobs } from '../blobs/disk-blobs.ts';
import type { S3Location } from '../blobs/s3-bucket.ts';
import { type FileDescription, hasCode } from '../blobs/write-file.ts';

const BLOB_KEY = /^[a-z0-9_-]{1,2}\/([A-Za-z0-9][A-Za-z0-9_-]{0,127})$/;

/** Every file of a store, beside a service that may run. */
export interface StoredFiles {
  /** Lists the ids in no order; probes of a running service are left out. */
  list(): AsyncIterable<string>;
  /** Throws `BlobMissing`. */
  read(blobId: string): Promise<Readable>;
  /** An existing file is kept. */
  write(blobId: string, content: Readable): Promise<FileDescription>;
  close(): Promise<void>;
}

/** `scratch` is a folder of this process alone, in the file system of `dir`. Nothing is made before the first write. */
export function openDiskFiles(dir: string, scratch: string): StoredFiles {
  const root = join(dir, 'blobs');
  let writer: ReturnType<typeof openDiskBlobs> | undefined;
  return {
    async *list() {
      for (const folder of await readdirIfThere(root))
        for (const name of await readdirIfThere(join(root, folder))) {
          const [, blobId] = BLOB_KEY.exec(`${folder}/${name}`) ?? [];
          if (blobId !== undefined) yield blobId;
        }
    },
    async read(blobId) {
      const path = join(root, blobKey(blobId));
      try {
        await stat(path);
      } catch (error) {
        throw hasCode(error, 'ENOENT') ? new BlobMissing(blobId) : error;
      }
      return createReadStream(path);
    },
    async write(blobId, content) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      writer ??= openDiskBlobs(dir, scratch);
      return (await writer).putStream(blobId, content, Number.POSITIVE_INFINITY);
    },
    close: () => rm(scratch, { recursive: true, force: true }),
  };
}

async function readdirIfThere(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return [];
    throw error;
  }
}

/** `scratch` is a folder of this process alone. */
export async function openS3Files(location: S3Location, scratch: string): Promise<StoredFiles> {
  // Services without S3 would load the package of its client at every start.
  const [{ openS3Blobs }, { S3Bucket }] = await Promise.all([
    import('../blobs/s3-blobs.ts'),
    import('../blobs/s3-bucket.ts'),
  ]);
  const bucket = new S3Bucket(location);
  const writer = await openS3Blobs(location, { dir: scratch, cacheBytes: 0 });
  return {
    async *list() {
      for await (const key of bucket.list()) {
        const [, blobId] = BLOB_KEY.exec(key) ?? [];
        if (blobId !== undefined) yield blobId;
      }
    },
    async read(blobId) {
      const found = await bucket.read(blobKey(blobId));
      if (found === null) throw new BlobMissing(blobId);
      return found.stream;
    },
    write: (blobId, content) => writer.putStream(blobId, content, Number.POSITIVE_INFINITY),
    async close() {
      writer.close();
      bucket.client.destroy();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/** Returns null if the file is missing. */
export async function hashStored(files: StoredFiles, blobId: string): Promise<string | null> {
  try {
    const hash = createHash('sha256');
    await pipeline(await files.read(blobId), hash);
    return hash.digest('hex');
  } catch (error) {
    if (error instanceof BlobMissing) return null;
    throw error;
  }
}
