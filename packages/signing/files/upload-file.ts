import type { Caller } from '../accounts/account.ts';
import { SigningError } from '../errors.ts';
import { asClientError } from '../pdf-faults.ts';
import { BlobTooLarge, type StoredBlob } from '../ports/blob-store.ts';
import type { UploadReport } from '../ports/pdf-toolkit.ts';
import type { SigningDeps, UploadFileCommand } from '../signing.ts';
import { storeWritten, withLocalPath } from './pdf-blobs.ts';

/**
 * Stores an upload (spec 2.1): streamed, inspected, freed of signature fields. A refused or interrupted upload leaves
 * nothing behind.
 */
export async function uploadFile(
  deps: SigningDeps,
  caller: Caller,
  upload: UploadFileCommand,
): Promise<{ readonly fileId: string }> {
  const written = new Set<string>();
  try {
    return await receive(deps, caller, upload, written);
  } catch (error) {
    await Promise.all([...written].map((blobId) => deps.blobs.remove(blobId)));
    throw asUploadError(error);
  }
}

async function receive(
  deps: SigningDeps,
  caller: Caller,
  upload: UploadFileCommand,
  written: Set<string>,
): Promise<{ readonly fileId: string }> {
  const uploaded = await storeUpload(deps, upload, written);
  const report = await withLocalPath(deps.blobs, uploaded.blobId, (path) => deps.toolkit.inspectUpload(path));
  const blobId = await stripWhereNeeded(deps, uploaded, report, written);
  const fileId = deps.ids.uuid();
  await deps.database.transact(({ files }) =>
    files.insert({
      fileId,
      accountId: caller.accountId,
      userId: caller.userId,
      blobId,
      originalName: upload.originalName,
      size: uploaded.size,
      sha256: uploaded.sha256,
      pages: report.pages,
      createdAt: deps.clock.now(),
    }),
  );
  return { fileId };
}

function storeUpload(
  deps: SigningDeps,
  upload: UploadFileCommand,
  written: Set<string>,
): Promise<StoredBlob> {
  const blobId = deps.ids.uuid();
  written.add(blobId);
  return deps.blobs.putStream(blobId, upload.content, deps.settings.maxFileBytes);
}

/** The blob to keep. Spec 2.1 rules 3 and 4: signatures and signature fields of others are removed. */
async function stripWhereNeeded(
  deps: SigningDeps,
  uploaded: StoredBlob,
  report: UploadReport,
  written: Set<string>,
): Promise<string> {
  if (report.signatureFields === 0 && report.signed === 0) return uploaded.blobId;
  const strippedId = deps.ids.uuid();
  written.add(strippedId);
  await withLocalPath(deps.blobs, uploaded.blobId, (path) =>
    storeWritten(deps.blobs, strippedId, (output) => deps.toolkit.stripSignatures(path, output)),
  );
  await deps.blobs.remove(uploaded.blobId);
  return strippedId;
}

function asUploadError(error: unknown): unknown {
  if (!(error instanceof BlobTooLarge)) return asClientError(error);
  const megabytes = Math.floor(error.maxBytes / (1024 * 1024));
  return new SigningError('file_too_large', { maxBytes: error.maxBytes, megabytes }, { cause: error });
}
