import { removeUnusedBlob } from '../files/remove-unused-blob.ts';
import type { SigningDeps } from '../signing.ts';

/** Job: removes the blobs of a deleted document, and its file's if that was deleted before and nothing else needs it. */
export async function removeDocumentBlobs(
  deps: SigningDeps,
  { fileId, blobIds }: { readonly fileId: string; readonly blobIds: readonly string[] },
): Promise<void> {
  for (const blobId of blobIds) await deps.blobs.remove(blobId);
  const file = await deps.database.read.files.find(fileId);
  if (file !== null) await removeUnusedBlob(deps, file.blobId);
}
