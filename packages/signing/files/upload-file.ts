import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { checkLine, MAX_NAME_LENGTH } from '@countersign/base/text';
import { type Caller, requireBelowLimit } from '@countersign/identity';
import type { FormField } from '@countersign/toolkit';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { toMegabytes } from '../configuration/limits.ts';
import type { SigningDeps } from '../deps.ts';
import { type ErrorDetail, refuseProblems, SigningError, type Warning } from '../errors.ts';
import { BlobTooLarge, type StoredBlob } from '../ports/blob-store.ts';
import { asClientError, isExhausting } from '../ports/pdf-toolkit.ts';
import { type RemovalSummary, summarizeRemovals, warnOfRemovals } from './file.ts';
import { NewBlobs } from './pdf-blobs.ts';

export interface AdmittedPdf {
  readonly blobId: string;
  readonly pages: number;
  readonly removals: RemovalSummary;
}

/**
 * The steps of every PDF, uploaded or merged: inspection, removal of signatures and active content ([2.1-07]
 * [2.1-08]), and a trial of preparing and sealing, so that defects show before anybody signs. `too_complex`
 * beyond the limits of a task.
 */
export async function admitPdf(
  { blobs, toolkit }: AdmitDeps,
  { accountId: account }: Pick<Caller, 'accountId'>,
  { blobId, path }: OriginalPdf,
  written: NewBlobs,
): Promise<AdmittedPdf> {
  const output = await blobs.scratchPath('pdf');
  try {
    const report = await toolkit.admit({ input: path, output }, { account });
    const { upload, strip } = report;
    const admitted = { pages: upload.pages, removals: summarizeRemovals(report) };
    if (strip === null) return { blobId, ...admitted };
    const strippedId = await written.begin();
    await blobs.putFile(strippedId, output);
    return { blobId: strippedId, ...admitted };
  } catch (error) {
    if (!isExhausting(error)) throw error;
    throw new SigningError('too_complex', {}, { cause: error });
  } finally {
    await rm(output, { force: true });
  }
}

/** The original as it was received; its blob may still be on its way into the store. */
interface OriginalPdf {
  readonly blobId: string;
  readonly path: string;
}

type AdmitDeps = Pick<SigningDeps, 'blobs' | 'toolkit'>;

/** Removes the original if its stripped version was stored instead. */
export async function removeReplaced(
  { blobs }: Pick<AdmitDeps, 'blobs'>,
  original: StoredBlob,
  admitted: AdmittedPdf,
): Promise<void> {
  if (admitted.blobId !== original.blobId) await blobs.remove(original.blobId);
}

/** Puts asterisks in place of passwords, which some files have in clear. */
export function concealPasswords(fields: readonly FormField[]): readonly FormField[] {
  return fields.map((field) => (field.password ? concealed(field) : field));
}

function concealed(field: FormField): FormField {
  return {
    ...field,
    value: field.value.map(asterisksFor),
    defaultValues: field.defaultValues.map(asterisksFor),
  };
}

export function asterisksFor(text: string): string {
  return '*'.repeat(Array.from(text).length);
}

export interface NewFile {
  readonly name: string;
  /** The blob before stripping. */
  readonly original: StoredBlob;
  readonly admitted: AdmittedPdf;
}

/** `storeFile` adds what the file is and what was removed. */
export type FileOrigin = Pick<AuditEntry, 'type' | 'fileIds' | 'details'>;

/**
 * Stores the file in one transaction with its first audit entry. If it rejects, the commit is unknown: the job of
 * `NewBlobs` finds out.
 */
export async function storeFile(
  { database, ids, clock }: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  { accountId, userId }: Caller,
  { name, original: { size, sha256 }, admitted: { blobId, pages, removals } }: NewFile,
  { type, fileIds, details }: FileOrigin,
): Promise<string> {
  const fileId = ids.uuid();
  const now = clock.now();
  await database.transact(async (stores) => {
    const { files, audit } = stores;
    await requireBelowLimit(
      stores,
      accountId,
      'maxStoredBytes',
      async () => (await files.sumSizes(accountId)) + size,
    );
    await files.insert({
      fileId,
      accountId,
      userId,
      blobId,
      originalName: name,
      size,
      sha256,
      pages,
      createdAt: now,
      deletedAt: null,
    });
    await audit.append({
      entryId: ids.uuid(),
      subject: { kind: 'file', id: fileId },
      type,
      accountId,
      userId,
      date: now,
      fileIds,
      details: { name, size, sha256, pages, removals, ...details },
    });
  });
  return fileId;
}

export interface UploadFileCommand {
  readonly content: Readable;
  readonly originalName: string;
}

export interface AcceptedFile {
  readonly fileId: string;
  readonly removals: RemovalSummary;
  readonly warnings: readonly Warning[];
}

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

/** The name is shown in merged files, evidence and audit trail. */
function checkName({ originalName }: UploadFileCommand): readonly ErrorDetail[] {
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
