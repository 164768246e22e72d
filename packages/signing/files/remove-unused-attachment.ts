import { listSignatureBlobs } from '../methods/signature.ts';
import type { SigningDeps } from '../signing.ts';

/** After the session of the upload. */
export async function removeUnusedAttachment(
  { database, blobs }: Pick<SigningDeps, 'database' | 'blobs'>,
  { documentId, blobId }: { readonly documentId: string; readonly blobId: string },
): Promise<void> {
  const document = await database.read.documents.find(documentId);
  const used = (document?.signees ?? []).flatMap(({ signature }) =>
    signature === null ? [] : listSignatureBlobs(signature),
  );
  if (!used.includes(blobId)) await blobs.remove(blobId);
}
