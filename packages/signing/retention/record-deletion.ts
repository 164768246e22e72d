import type { Decision, EntryDraft } from '../documents/decision.ts';
import { isUnsealed } from '../documents/delay-sealing.ts';
import type { DocumentState } from '../documents/document.ts';
import { moveTo } from '../documents/status-transitions.ts';
import { statusAfter } from '../documents/transition-table.ts';
import { listBlobs, withoutContent } from './without-content.ts';

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
    jobs: [{ name: 'remove-document-content', documentId, fileId, blobIds: listBlobs(document) }],
  };
}

/**
 * [D5-19] An open document is revoked first. Null if it was changed meanwhile, is removed already, or waits for
 * its seal, which only its sender may end [D12-02].
 */
export function recordRemoval(document: DocumentState, now: Date): Decision | null {
  if (document.expiryDate > now || document.status === 'deleted' || isUnsealed(document)) return null;
  const retention: Cause = { details: { reason: 'retention' } };
  const revoked = statusAfter(document.status, 'expire');
  if (revoked === null) return recordDeletion(document, retention, now);
  const closed = { ...moveTo(document, revoked), revokedAt: now };
  const { entries, ...deletion } = recordDeletion(closed, retention, now);
  return {
    ...deletion,
    entries: [{ type: 'document.revoked', details: { reason: 'expired' } }, ...entries],
  };
}
