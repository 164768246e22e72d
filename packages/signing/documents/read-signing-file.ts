import { SigningError } from '../errors.ts';
import { findOpenSession, NEW_VISITOR, type Visitor } from '../sessions/find-session.ts';
import type { SigningDeps } from '../signing.ts';
import { requireFileVersion } from './file-version.ts';
import { findByLink } from './find-by-link.ts';
import { requireCanSee } from './signing-access.ts';

/** Throws `document_changed` if the prepared PDF is not the one of `fileVersion`. */
export async function readSigningFile(
  { database, clock }: SigningDeps,
  token: string,
  visitor: Visitor = NEW_VISITOR,
  fileVersion?: string,
): Promise<{ readonly blobId: string }> {
  const target = await findByLink(database.read, token);
  const { document, signee } = target;
  const now = clock.now();
  requireCanSee(document, signee, now);
  await findOpenSession(database.read, target, visitor, now);
  const { preparedBlobId, status } = document;
  if (preparedBlobId === null) throw new SigningError('document_not_signable', { status });
  requireFileVersion(document, fileVersion);
  return { blobId: preparedBlobId };
}
