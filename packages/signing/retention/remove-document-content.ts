import { removeUnusedBlob } from '../files/remove-unused-blob.ts';
import type { JobData } from '../jobs/job.ts';
import type { SigningDeps } from '../signing.ts';

/** Its view, blobs and drafts, and its file's if that is deleted and unused. */
export async function removeDocumentContent(
  deps: SigningDeps,
  { documentId, fileId, blobIds }: JobData['remove-document-content'],
): Promise<void> {
  await deps.database.transact(async ({ documents, saved, keptProofs }) => {
    await keptProofs.removeForDocument(documentId);
    await documents.removePreparedView(documentId);
    await saved.removeSentDrafts(documentId);
  });
  for (const blobId of blobIds) await deps.blobs.remove(blobId);
  const file = await deps.database.read.files.find(fileId);
  if (file !== null) await removeUnusedBlob(deps, file.blobId);
}
