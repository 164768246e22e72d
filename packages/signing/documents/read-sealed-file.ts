import type { DownloadableFile, SigningDeps } from '../signing.ts';
import { findByLink } from './find-by-link.ts';
import { sealedFileOf } from './get-signed-file.ts';

/** The sealed PDF, for a signee. */
export async function readSealedFile({ database }: SigningDeps, token: string): Promise<DownloadableFile> {
  return sealedFileOf((await findByLink(database.read, token)).document);
}
