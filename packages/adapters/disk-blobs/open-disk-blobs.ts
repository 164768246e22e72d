import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { BlobMissing, type BlobStore, type StoredBlob } from '@countersign/signing/ports';
import { AdapterError } from '../errors.ts';
import { moveIntoPlace } from './move-into-place.ts';
import { writeStream } from './write-stream.ts';

/** What an id may be: our own ids (UUIDs, `sealed-<id>`), never a path. The length keeps within a file name. */
const BLOB_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;
const EXTENSION = /^[a-z0-9]{1,8}$/;

/**
 * Blobs as files: `<dir>/blobs/<first two>/<id>`, made in `<dir>/scratch` and moved. Both lie in one folder so that the
 * move is a rename. One process per folder: the scratch area is emptied here.
 */
export async function openDiskBlobs(dir: string): Promise<BlobStore> {
  const places = { blobs: resolve(dir, 'blobs'), scratch: resolve(dir, 'scratch') };
  await rm(places.scratch, { recursive: true, force: true });
  await mkdir(places.scratch, { recursive: true, mode: 0o700 });
  await mkdir(places.blobs, { recursive: true, mode: 0o700 });
  return {
    putStream: (blobId, content, maxBytes) => putStream(places, blobId, content, maxBytes),
    putFile: async (blobId, path) => moveIntoPlace(path, blobPath(places, blobId), blobId),
    localPath: (blobId) => openLocalPath(places, blobId),
    read: (blobId) => readBlob(places, blobId),
    remove: async (blobId) => rm(blobPath(places, blobId), { force: true }),
    scratchPath: async (extension) => scratchPath(places, extension),
  };
}

interface Places {
  readonly blobs: string;
  readonly scratch: string;
}

async function putStream(
  places: Places,
  blobId: string,
  content: Readable,
  maxBytes: number,
): Promise<StoredBlob> {
  const target = blobPath(places, blobId);
  const draft = scratchPath(places, 'part');
  try {
    const written = await writeStream(content, draft, maxBytes);
    return await moveIntoPlace(draft, target, blobId, written);
  } finally {
    await rm(draft, { force: true });
  }
}

async function openLocalPath(places: Places, blobId: string) {
  const path = blobPath(places, blobId);
  if (!existsSync(path)) throw new BlobMissing(blobId);
  return { path, release: () => Promise.resolve() };
}

async function readBlob(places: Places, blobId: string) {
  try {
    const handle = await open(blobPath(places, blobId), 'r');
    const { size } = await handle.stat();
    return { stream: createReadStream('', { fd: handle }), size };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BlobMissing(blobId);
    throw error;
  }
}

/** Throws `blob_id_invalid`. Two letters of the id spread the files over folders. */
function blobPath({ blobs }: Places, blobId: string): string {
  if (!BLOB_ID.test(blobId)) throw new AdapterError('blob_id_invalid', { blobId });
  return join(blobs, blobId.slice(-2).toLowerCase(), blobId);
}

function scratchPath({ scratch }: Places, extension: string): string {
  if (!EXTENSION.test(extension)) throw new AdapterError('blob_id_invalid', { blobId: extension });
  return join(scratch, `${randomUUID()}.${extension}`);
}
