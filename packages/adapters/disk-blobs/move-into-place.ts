import { link, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { StoredBlob } from '@countersign/signing/ports';
import { syncPath } from '../sync-path.ts';
import { hasCode } from './disk-outage.ts';
import { type FileDescription, hashFile } from './hash-file.ts';

/** The draft's bytes are synced. An existing file is kept and described in the result. */
export async function moveIntoPlace(
  draft: string,
  target: string,
  blobId: string,
  known?: FileDescription,
): Promise<StoredBlob> {
  const folder = dirname(target);
  await makeFolder(folder);
  const isNew = await linkUnlessThere(draft, target);
  await syncPath(folder);
  await rm(draft);
  const description = isNew && known !== undefined ? known : await hashFile(target);
  return { blobId, ...description };
}

/** A link, unlike a rename, does not replace a file. */
async function linkUnlessThere(draft: string, target: string): Promise<boolean> {
  try {
    await link(draft, target);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Never the parent folder: without it the disk is missing. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    throw error;
  }
  await syncPath(dirname(folder));
}
