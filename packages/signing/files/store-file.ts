import type { Caller } from '@countersign/identity';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { StoredBlob } from '../ports/blob-store.ts';
import type { SigningDeps } from '../signing.ts';
import type { AdmittedPdf } from './admit-pdf.ts';

export interface NewFile {
  readonly name: string;
  /** Before stripping. */
  readonly original: StoredBlob;
  readonly admitted: AdmittedPdf;
}

/** What it is and what was removed is added. */
export type FileOrigin = Pick<AuditEntry, 'type' | 'fileIds' | 'details'>;

/**
 * In one transaction with its first audit entry. If it rejects, the commit is unknown: the job of `NewBlobs`
 * finds out.
 */
export async function storeFile(
  { database, ids, clock }: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  { accountId, userId }: Caller,
  { name, original: { size, sha256 }, admitted: { blobId, pages, removals } }: NewFile,
  { type, fileIds, details }: FileOrigin,
): Promise<string> {
  const fileId = ids.uuid();
  const now = clock.now();
  await database.transact(async ({ files, audit }) => {
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
