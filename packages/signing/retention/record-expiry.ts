import type { Decision, EntryDraft } from '../documents/decision.ts';
import type { DocumentState } from '../documents/document.ts';
import { canMove, moveTo } from '../documents/status-transitions.ts';
import { listBlobs, withoutContent } from './without-content.ts';

/**
 * Removes a document whose time is over; one that was still open is revoked first. Null if it was changed meanwhile, and so
 * has more time, or is gone.
 */
export function recordExpiry(document: DocumentState, now: Date): Decision | null {
  if (document.status === 'deleted' || document.expiryDate > now) return null;
  const { documentId, fileId } = document;
  const isOpen = canMove(document.status, 'revoked');
  const ended = isOpen ? { ...moveTo(document, 'revoked'), revokedAt: now } : document;
  const revoked: readonly EntryDraft[] = isOpen ? [ending('document.revoked', 'expired')] : [];
  return {
    document: { ...withoutContent(moveTo(ended, 'deleted')), updatedAt: now },
    entries: [...revoked, ending('document.deleted', 'retention')],
    jobs: [{ name: 'remove-document-content', documentId, fileId, blobIds: listBlobs(document) }],
  };
}

function ending(type: 'document.revoked' | 'document.deleted', reason: 'expired' | 'retention'): EntryDraft {
  return { type, details: { reason } };
}
