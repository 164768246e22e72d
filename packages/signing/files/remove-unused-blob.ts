import type { SigningDeps } from '../signing.ts';

/**
 * Deleted files get no new documents, so unused stays unused. May run twice and be killed anywhere: the row
 * goes last.
 */
export async function removeUnusedBlob(
  { database, blobs }: Pick<SigningDeps, 'database' | 'blobs'>,
  blobId: string,
): Promise<void> {
  const { documents, files, saved } = database.read;
  const file = await files.findByBlob(blobId);
  if (file !== null && file.deletedAt === null) return;
  if (file !== null && (await documents.usesFile(file.fileId))) return;
  if (file !== null && (await saved.usesFile(file.fileId, 'link'))) return;
  await blobs.remove(blobId);
  if (file !== null) await database.transact((stores) => stores.files.remove(file.fileId));
}
