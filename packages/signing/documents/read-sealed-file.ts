import { findOpenSession, NEW_VISITOR, type Visitor } from '../sessions/find-session.ts';
import type { DownloadableFile, SigningDeps } from '../signing.ts';
import { findByLink } from './find-by-link.ts';
import { sealedFileOf } from './get-signed-file.ts';

export async function readSealedFile(
  { database, clock }: SigningDeps,
  token: string,
  visitor: Visitor = NEW_VISITOR,
): Promise<DownloadableFile> {
  const target = await findByLink(database.read, token);
  await findOpenSession(database.read, target, visitor, clock.now());
  return sealedFileOf(target.document);
}
