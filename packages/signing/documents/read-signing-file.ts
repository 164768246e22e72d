import { SigningError } from '../errors.ts';
import type { SigningDeps } from '../signing.ts';
import { findByLink } from './find-by-link.ts';
import { requireCanSee } from './signing-access.ts';

/** The prepared PDF, for the signing page. */
export async function readSigningFile(
  { database }: SigningDeps,
  token: string,
): Promise<{ readonly blobId: string }> {
  const { document, signee } = await findByLink(database.read, token);
  requireCanSee(document, signee);
  const { preparedBlobId, status } = document;
  if (preparedBlobId === null) throw new SigningError('document_not_signable', { status });
  return { blobId: preparedBlobId };
}
