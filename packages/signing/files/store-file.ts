import type { Caller } from '@countersign/identity';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { StoredBlob } from '../ports/blob-store.ts';
import type { SigningDeps } from '../signing.ts';
import type { AdmittedPdf } from './admit-pdf.ts';

/** An admitted PDF to store as a file. */
export interface NewFile {
  readonly name: string;
  /** As uploaded or merged, before stripping. */
  readonly original: StoredBlob;
  readonly admitted: AdmittedPdf;
}

/** How the file was made; what it is and what was removed is added. */
export type FileOrigin = Pick<AuditEntry, 'type' | 'fileIds' | 'details'>;

/**
 * Stores the file with its first audit entry in one transaction. Resolves with its id. If it rejects, the commit is
 * unknown: the job of `NewBlobs` finds out.
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
