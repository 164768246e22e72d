import type { Caller } from '@countersign/identity';
import { SigningError } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import { withLocalPath } from '../files/pdf-blobs.ts';
import { asClientError } from '../pdf-faults.ts';
import type { ReadStores } from '../ports/database.ts';
import type { SigningDeps } from '../signing.ts';
import type { DocumentState } from './document.ts';
import { RECORD_FILE_NAME } from './evidence.ts';
import { sealedFileOf } from './get-signed-file.ts';
import { findVisibleDocument } from './visibility.ts';

/** The PDF as it is now: sealed, with its boxes, or as uploaded. */
export async function readDocumentFile(
  { database }: SigningDeps,
  caller: Caller,
  documentId: string,
): Promise<{ readonly blobId: string }> {
  const document = await findVisibleDocument(database.read, caller, documentId);
  const made = document.sealedBlobId ?? document.preparedBlobId;
  return made === null ? findUploaded(database.read, document) : { blobId: made };
}

/** Throws `file_not_found`. */
export async function findUploaded(
  { files }: Pick<ReadStores, 'files'>,
  { fileId }: Pick<DocumentState, 'fileId'>,
): Promise<StoredFile> {
  const file = await files.find(fileId);
  if (file === null) throw new SigningError('file_not_found', { fileId });
  return file;
}

/** The JSON in the sealed file. Throws `document_not_completed`. */
export async function readEvidence(
  { database, blobs, toolkit }: SigningDeps,
  caller: Caller,
  documentId: string,
): Promise<Uint8Array> {
  const { blobId } = sealedFileOf(await findVisibleDocument(database.read, caller, documentId));
  try {
    const record = await withLocalPath(blobs, blobId, (path) =>
      toolkit.readAttachment(path, RECORD_FILE_NAME),
    );
    if (record === null) throw new SigningError('download_not_found');
    return record;
  } catch (error) {
    throw asClientError(error);
  }
}
