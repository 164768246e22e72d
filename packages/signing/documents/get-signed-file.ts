import type { Caller } from '@countersign/identity';
import { SigningError } from '../errors.ts';
import type { DownloadableFile, SigningDeps } from '../signing.ts';
import type { DocumentState } from './document.ts';
import { pdfFileName } from './file-name.ts';
import { findVisibleDocument } from './visibility.ts';

export async function getSignedFile(
  { database }: SigningDeps,
  caller: Caller,
  documentId: string,
): Promise<DownloadableFile> {
  return sealedFileOf(await findVisibleDocument(database.read, caller, documentId));
}

/** Throws `document_not_completed`. */
export function sealedFileOf({ status, sealedBlobId, name }: DocumentState): DownloadableFile {
  if (status !== 'completed' || sealedBlobId === null)
    throw new SigningError('document_not_completed', { status });
  return { blobId: sealedBlobId, fileName: pdfFileName(name) };
}
