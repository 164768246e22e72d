import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import { SigningError } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import { withLocalPath } from '../files/pdf-blobs.ts';
import type { ReadStores } from '../ports/database.ts';
import { asClientError } from '../ports/pdf-toolkit.ts';
import { findOpenSession, NEW_VISITOR, type Visitor } from '../sessions/find-session.ts';
import type { DocumentState } from './document.ts';
import { RECORD_FILE_NAME } from './evidence-facts.ts';
import { pdfFileName } from './file-name.ts';
import { findByLink, requireFileVersion } from './find-by-link.ts';
import { findVisibleDocument } from './find-document.ts';
import { requireCanSee } from './signing-access.ts';

export interface DownloadableFile {
  readonly blobId: string;
  /** The name is `<document name>.pdf`. */
  readonly fileName: string;
}

async function getSignedFile(
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

/** The PDF as it is now: sealed, with its boxes, or as uploaded. */
async function readDocumentFile(
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
async function readEvidence(
  { database, blobs, toolkit }: SigningDeps,
  caller: Caller,
  documentId: string,
): Promise<Uint8Array> {
  const { blobId } = sealedFileOf(await findVisibleDocument(database.read, caller, documentId));
  try {
    const record = await withLocalPath(blobs, blobId, (path) =>
      toolkit.readAttachment({ input: path, name: RECORD_FILE_NAME }),
    );
    if (record === null) throw new SigningError('download_not_found');
    return record;
  } catch (error) {
    throw asClientError(error);
  }
}

async function readSealedFile(
  { database, clock }: SigningDeps,
  token: string,
  visitor: Visitor = NEW_VISITOR,
): Promise<DownloadableFile> {
  const target = await findByLink(database.read, token);
  await findOpenSession(database.read, target, visitor, clock.now());
  return sealedFileOf(target.document);
}

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

export const documentFileOperations = { getSignedFile, readFile: readDocumentFile, readEvidence };

export const signingFileOperations = { readFile: readSigningFile, readSealedFile };
