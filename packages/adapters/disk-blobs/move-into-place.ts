import { link, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { StoredBlob } from '@countersign/signing/ports';
import { hasCode } from './disk-outage.ts';
import { type FileDescription, hashFile } from './hash-file.ts';

/**
 * Moves a finished file into place durably: its bytes are synced before it is named, and its name before this
 * resolves. An existing file is kept, and described in the result. The draft is removed.
 */
export async function moveIntoPlace(
  draft: string,
  target: string,
  blobId: string,
  known?: FileDescription,
): Promise<StoredBlob> {
  await syncPath(draft);
  const folder = dirname(target);
  await makeFolder(folder);
  const isNew = await linkUnlessThere(draft, target);
  await syncPath(folder);
  await rm(draft);
  const description = isNew && known !== undefined ? known : await hashFile(target);
  return { blobId, ...description };
}

/** A rename would replace what is there; a link refuses. */
async function linkUnlessThere(draft: string, target: string): Promise<boolean> {
  try {
    await link(draft, target);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Never the folder above: if that is gone, so is the disk. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    throw error;
  }
  await syncPath(dirname(folder));
}

/** fsync(2) of a file or folder. */
async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
