import { listReadingBlobs } from './assistant/assistant.ts';
import type { SigningDeps } from './deps.ts';
import type { Decision, EntryDraft } from './documents/audited-decision.ts';
import { sealedBlobIdOf } from './documents/complete-document.ts';
import { isUnsealed } from './documents/delay-sealing.ts';
import type { DocumentState, Signee } from './documents/document.ts';

import { moveTo, statusAfter } from './documents/status.ts';
import { removeUnusedBlob } from './files/remove-file.ts';
import type { JobData } from './jobs/job.ts';
import { listSignatureBlobs } from './methods/methods.ts';

/**
 * Ids, dates and the hash of its sealed file, which can still be verified. Nothing that the sender or a
 * signee gave.
 */
function withoutContent(document: DocumentState): DocumentState {
  const { documentId, accountId, userId, fileId, status, language, sharingSetting, sealedSha256 } = document;
  const { serviceTransactionId, createdAt, updatedAt, completedAt, revokedAt, expiryDate } = document;
  // Ids only: a payment from now on is reported once.
  const { settledProofs, unconfirmedProofs } = document;
  return {
    settledProofs,
    unconfirmedProofs,
    documentId,
    accountId,
    userId,
    fileId,
    filePages: document.filePages,
    status,
    language,
    sharingSetting,
    sealedSha256,
    serviceTransactionId,
    createdAt,
    updatedAt,
    completedAt,
    revokedAt,
    expiryDate,
    name: '',
    personalMessage: '',
    enableSigningOrder: false,
    fields: [],
    fieldsReadonlyMode: document.fieldsReadonlyMode,
    signees: [],
    boxes: [],
    preparedBlobId: null,
    preparedSha256: null,
    sealedBlobId: null,
    sealings: [],
    errorMessage: null,
  };
}

export function listDocumentBlobs(document: DocumentState): readonly string[] {
  const { documentId, preparedBlobId, signees } = document;
  const prepared = preparedBlobId === null ? [] : [preparedBlobId];
  const made = [...prepared, ...listReadingBlobs(document), sealedBlobIdOf(documentId)];
  return [...made, ...signees.flatMap(listSigneesBlobs)];
}

function listSigneesBlobs({ signature }: Signee): readonly string[] {
  return signature === null ? [] : listSignatureBlobs(signature);
}

/** A user or a reason. */
type Cause = Pick<EntryDraft, 'userId' | 'details'>;

/** Throws `document_not_deletable` [D5-11]. */
export function recordDeletion(document: DocumentState, cause: Cause, now: Date): Decision {
  const next = statusAfter(document.status, 'delete');
  if (next === null) throw new TypeError(`document ${document.documentId} is deleted twice`);
  const { documentId, fileId } = document;
  return {
    document: { ...withoutContent(moveTo(document, next)), updatedAt: now },
    entries: [{ type: 'document.deleted', ...cause }],
    jobs: [{ name: 'remove-document-content', documentId, fileId, blobIds: listDocumentBlobs(document) }],
  };
}

/**
 * [D5-19] An open document is revoked first. Returns null if it was changed meanwhile, is removed already, or waits for
 * its seal, which only its sender may end [D12-02].
 */
export function recordRemoval(document: DocumentState, now: Date): Decision | null {
  if (document.expiryDate > now || document.status === 'deleted' || isUnsealed(document)) return null;
  return endAndDelete(
    document,
    { revoked: { details: { reason: 'expired' } }, deleted: { details: { reason: 'retention' } } },
    now,
  );
}

/** Its only party is erased. An open document is revoked first. */
export function recordErasure(document: DocumentState, cause: Cause, now: Date): Decision {
  return endAndDelete(document, { revoked: cause, deleted: cause }, now);
}

function endAndDelete(
  document: DocumentState,
  cause: { readonly revoked: Cause; readonly deleted: Cause },
  now: Date,
): Decision {
  const revoked = statusAfter(document.status, 'expire');
  if (revoked === null) return recordDeletion(document, cause.deleted, now);
  const closed = { ...moveTo(document, revoked), revokedAt: now };
  const { entries, ...deletion } = recordDeletion(closed, cause.deleted, now);
  return { ...deletion, entries: [{ type: 'document.revoked', ...cause.revoked }, ...entries] };
}

/** Removes its view, blobs and drafts, and its file's if that is deleted and unused. */
export async function removeDocumentContent(
  deps: SigningDeps,
  { documentId, fileId, blobIds }: JobData['remove-document-content'],
): Promise<void> {
  await deps.database.transact(async ({ documents, saved, keptProofs }) => {
    await keptProofs.removeForDocument(documentId);
    await documents.removePreparedView(documentId);
    await saved.removeSentDrafts(documentId);
  });
  for (const blobId of blobIds) await deps.blobs.remove(blobId);
  const file = await deps.database.read.files.find(fileId);
  if (file !== null) await removeUnusedBlob(deps, file.blobId);
}
