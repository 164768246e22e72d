import { type Caller, checkLine, MAX_NAME_LENGTH } from '@countersign/identity';
import { toMegabytes } from '../configuration/limits.ts';
import { SigningError } from '../errors.ts';
import { asClientError } from '../pdf-faults.ts';
import { BlobTooLarge } from '../ports/blob-store.ts';
import { type Problem, refuseProblems } from '../problems.ts';
import type { AcceptedFile, SigningDeps, UploadFileCommand } from '../signing.ts';
import { admitPdf, removeReplaced } from './admit-pdf.ts';
import { NewBlobs } from './new-blobs.ts';
import { warnOfRemovals } from './removal-summary.ts';
import { type NewFile, storeFile } from './store-file.ts';

/** A refused or interrupted upload leaves nothing. */
export async function uploadFile(
  deps: SigningDeps,
  caller: Caller,
  upload: UploadFileCommand,
): Promise<AcceptedFile> {
  refuseProblems(checkName(upload));
  const file = await receive(deps, caller, upload);
  const { removals } = file.admitted;
  const fileId = await storeFile(deps, caller, file, { type: 'file.uploaded', fileIds: [], details: {} });
  return { fileId, removals, warnings: warnOfRemovals(removals) };
}

/** Shown in merged files, evidence and audit trail. */
function checkName({ originalName }: UploadFileCommand): readonly Problem[] {
  return checkLine('file', originalName, { min: 0, max: MAX_NAME_LENGTH });
}

async function receive(deps: SigningDeps, caller: Caller, upload: UploadFileCommand): Promise<NewFile> {
  const written = new NewBlobs(deps, caller.accountId);
  try {
    const blobId = await written.begin();
    const { blob: original, report: admitted } = await deps.blobs.putInspected(
      blobId,
      upload.content,
      deps.settings.maxFileBytes,
      (path) => admitPdf(deps, caller, { blobId, path }, written),
    );
    await removeReplaced(deps, original, admitted);
    return { name: upload.originalName, original, admitted };
  } catch (error) {
    await written.removeAll();
    throw asUploadError(error);
  }
}

export function asUploadError(error: unknown): unknown {
  if (!(error instanceof BlobTooLarge)) return asClientError(error);
  return fileTooLarge(error.maxBytes, error);
}

function fileTooLarge(maxBytes: number, cause?: unknown): SigningError {
  return new SigningError('file_too_large', { maxBytes, megabytes: toMegabytes(maxBytes) }, { cause });
}
