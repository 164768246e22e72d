import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
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
export async function openDiskBlobs(dir: string): Promise<BlobStore> {
  const places = { blobs: resolve(dir, 'blobs'), scratch: resolve(dir, 'scratch') };
  await rm(places.scratch, { recursive: true, force: true });
  await mkdir(places.scratch, { recursive: true, mode: 0o700 });
  await mkdir(places.blobs, { recursive: true, mode: 0o700 });
  return {
    putStream: async (blobId, content, maxBytes) =>
      (await putInspected(places, blobId, content, maxBytes, () => Promise.resolve())).blob,
    putInspected: (blobId, content, maxBytes, inspect) =>
      putInspected(places, blobId, content, maxBytes, inspect),
    putFile: async (blobId, path) => {
      const target = blobPath(places, blobId);
      return onDisk(async () => {
        await syncPath(path);
        return moveIntoPlace(path, target, blobId);
      });
    },
    localPath: (blobId) => openLocalPath(places, blobId),
    size: (blobId) => sizeOfBlob(places, blobId),
    read: (blobId, range) => readBlob(places, blobId, range),
    remove: (blobId) => removeBlob(places, blobId),
    scratchPath: (extension) => openScratchPath(places, extension),
    checkWritable: () => onDisk(() => checkWritable(places)),
  };
}

interface Places {
  readonly blobs: string;
  readonly scratch: string;
}

async function putInspected<T>(
  places: Places,
  blobId: string,
  content: Readable,
  maxBytes: number,
  inspect: (path: string) => Promise<T>,
): Promise<{ readonly blob: StoredBlob; readonly report: T }> {
  const target = blobPath(places, blobId);
  const draft = await openScratchPath(places, 'part');
  try {
    const written = await writeStream(content, draft, maxBytes, SYNC_BYTES);
    const [report] = await settleBoth(
      inspect(draft),
      onDisk(() => syncPath(draft)),
    );
    return { blob: await onDisk(() => moveIntoPlace(draft, target, blobId, written)), report };
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

async function openLocalPath(places: Places, blobId: string) {
  const path = blobPath(places, blobId);
  await findBlob(places, blobId, () => access(path));
  return { path, release: () => Promise.resolve() };
}

async function sizeOfBlob(places: Places, blobId: string): Promise<number> {
  const { size } = await findBlob(places, blobId, () => stat(blobPath(places, blobId)));
  return size;
}

async function readBlob(places: Places, blobId: string, range?: ByteRange) {
  const handle = await findBlob(places, blobId, () => open(blobPath(places, blobId), 'r'));
  const { size } = await onDisk(() => handle.stat());
  const bounds = range === undefined ? {} : { start: range.first, end: range.last };
  return { stream: createReadStream('', { fd: handle, ...bounds }), size };
}

/** Throws `BlobMissing` only if the storage works. */
async function findBlob<T>(places: Places, blobId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await onDisk(() => requireStorage(places));
    if (hasCode(error, 'ENOENT')) throw new BlobMissing(blobId);
    return onDisk(() => Promise.reject(error));
  }
}

async function removeBlob(places: Places, blobId: string): Promise<void> {
  const path = blobPath(places, blobId);
  await onDisk(async () => {
    await requireStorage(places);
    await rm(path, { force: true });
  });
}

/** Checks by the steps that store a blob. */
async function checkWritable(places: Places): Promise<void> {
  const draft = await openScratchPath(places, 'probe');
  const target = join(places.blobs, PROBE_FOLDER, randomUUID());
  try {
    await writeFile(draft, Buffer.alloc(PROBE_BYTES), { flag: 'wx', mode: 0o600 });
    await syncPath(draft);
    await moveIntoPlace(draft, target, PROBE_FOLDER);
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
    await rm(target, { force: true });
  }
}

/** Throws the system error if the folder is missing. */
async function requireStorage({ blobs }: Places): Promise<void> {
  await stat(`${blobs}/.`);
}

function blobPath({ blobs }: Places, blobId: string): string {
  return join(blobs, blobKey(blobId));
}

/** Recreates the scratch folder if it is missing. */
async function openScratchPath(places: Places, extension: string): Promise<string> {
  const { scratch } = places;
  requireExtension(extension);
  await onDisk(async () => {
    await requireStorage(places);
    await mkdir(scratch, { mode: 0o700 }).catch(ignoreExisting);
    await access(`${scratch}/.`);
  });
  return join(scratch, `${randomUUID()}.${extension}`);
}

function ignoreExisting(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error;
}
