import type { SigningDeps } from '../signing.ts';

export async function removeReplacedPreparation(
  { database, blobs }: Pick<SigningDeps, 'database' | 'blobs'>,
  documentId: string,
  blobId: string,
): Promise<void> {
  const document = await database.read.documents.find(documentId);
  if (document?.preparedBlobId !== blobId) await blobs.remove(blobId);
}
