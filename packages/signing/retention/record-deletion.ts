import type { Decision, EntryDraft } from '../documents/decision.ts';
import type { DocumentState } from '../documents/document.ts';
import { moveTo } from '../documents/status-transitions.ts';
import { statusAfter } from '../documents/transitions.ts';
import { listBlobs, withoutContent } from './without-content.ts';

/** The user or the reason of a deletion. */
type Cause = Pick<EntryDraft, 'userId' | 'details'>;

/** Deletes a document and removes its content. Throws `document_not_deletable` [D5-11]. */
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
 * Removes a document whose retention is over [D5-19]; an open one is revoked first. Null if it was changed meanwhile or is
 * removed already.
 */
export function recordRemoval(document: DocumentState, now: Date): Decision | null {
  if (document.expiryDate > now || document.status === 'deleted') return null;
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
