import type { Caller } from '@countersign/identity';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { SigningDeps } from '../deps.ts';
import { listSignatureBlobs } from '../methods/methods.ts';
import type { Stores } from '../ports/database.ts';
import type { StoredFile } from './file.ts';
import { lockOwnFile } from './find-file.ts';

/**
 * Not found any more, also by a second call [4.3-14]. Documents keep it; a job removes its blob if unused.
 */
export async function deleteFile(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  caller: Caller,
  fileId: string,
): Promise<void> {
  await deps.database.transact(async (stores) => {
    const file = await lockOwnFile(stores, caller, fileId);
    await markFileDeleted(stores, file, { userId: caller.userId, details: {} }, deps);
  });
}

/** The lock keeps new documents from using it (lockOwnFile). */
export async function deleteUnusedFile(
  stores: Stores,
  fileId: string,
  cause: Pick<AuditEntry, 'userId' | 'details'>,
  deps: Pick<SigningDeps, 'ids' | 'clock'>,
): Promise<void> {
  const file = await stores.files.lock(fileId);
  if (file === null || file.deletedAt !== null || (await isUsed(stores, fileId))) return;
  await markFileDeleted(stores, file, cause, deps);
}

async function isUsed({ documents, saved }: Stores, fileId: string): Promise<boolean> {
  return (await documents.usesFile(fileId)) || (await saved.usesFile(fileId));
}

/** Records the user or the reason that deleted the file. */
async function markFileDeleted(
  stores: Stores,
  file: StoredFile,
  { userId, details }: Pick<AuditEntry, 'userId' | 'details'>,
  { ids, clock }: Pick<SigningDeps, 'ids' | 'clock'>,
): Promise<void> {
  const { fileId, accountId, blobId } = file;
  const now = clock.now();
  await stores.files.update({ ...file, deletedAt: now });
  await stores.audit.append({
    entryId: ids.uuid(),
    subject: { kind: 'file', id: fileId },
    type: 'file.deleted',
    accountId,
    userId,
    date: now,
    fileIds: [],
    details,
  });
  await stores.jobs.enqueue({ name: 'remove-unused-blob', blobId }, { accountId });
}

/** Removes the attachment after the session of its upload. */
export async function removeUnusedAttachment(
  { database, blobs }: Pick<SigningDeps, 'database' | 'blobs'>,
  { documentId, blobId }: { readonly documentId: string; readonly blobId: string },
): Promise<void> {
  const document = await database.read.documents.find(documentId);
  const used = (document?.signees ?? []).flatMap(({ signature }) =>
    signature === null ? [] : listSignatureBlobs(signature),
  );
  if (!used.includes(blobId)) await blobs.remove(blobId);
}

/**
 * Deleted files get no new documents, so unused stays unused. May run twice and be killed anywhere: the row
 * goes last.
 */
export async function removeUnusedBlob(
  { database, blobs }: Pick<SigningDeps, 'database' | 'blobs'>,
  blobId: string,
): Promise<void> {
  const { documents, files, saved } = database.read;
  const file = await files.findByBlob(blobId);
  if (file !== null && file.deletedAt === null) return;
  if (file !== null && (await documents.usesFile(file.fileId))) return;
  if (file !== null && (await saved.usesFile(file.fileId, 'link'))) return;
  await blobs.remove(blobId);
  if (file !== null) await database.transact((stores) => stores.files.remove(file.fileId));
}
