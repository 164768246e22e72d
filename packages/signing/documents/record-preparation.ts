import type { Decision } from './decision.ts';
import type { DocumentState } from './document.ts';
import { isPreparedFrom, type WrittenPreparation } from './prepare-document.ts';
import { viewOf } from './prepared-view.ts';
import { touch } from './retention.ts';
import { signeesToInvite } from './signing-order.ts';
import { moveTo } from './status-transitions.ts';
import { statusAfter } from './transition-table.ts';

/**
 * Opens the document for signing and invites the first. Null if that is done, impossible, or the document was
 * changed meanwhile.
 */
export function recordPreparation(
  document: DocumentState,
  prepared: WrittenPreparation,
  now: Date,
  retentionDays: number,
): Decision | null {
  const next = statusAfter(document.status, 'prepare');
  if (next === null || !isPreparedFrom(document, prepared)) return null;
  const { documentId } = document;
  const open = touch(moveTo(document, next), now, retentionDays);
  return {
    ...replacePreparation(open, prepared, null),
    jobs: signeesToInvite([], document.signees).map(({ signeeId }) => ({
      name: 'send-invitation',
      documentId,
      signeeId,
    })),
  };
}

/** It shows the names of the signees as they are now. */
export function replacePreparation(
  document: DocumentState,
  { blob, report }: WrittenPreparation,
  userId: string | null,
): Omit<Decision, 'jobs'> {
  const missing = document.signees.find(({ signeeId }) => report.boxes.every(({ id }) => id !== signeeId));
  if (missing !== undefined) throw new TypeError(`signee ${missing.signeeId} has no box`);
  const signees = document.signees.map(({ printedName, ...signee }) => signee);
  return {
    document: {
      ...document,
      signees,
      preparedBlobId: blob.blobId,
      preparedSha256: blob.sha256,
      boxes: report.boxes,
    },
    entries: [{ type: 'document.prepared', userId, details: { sha256: blob.sha256, size: blob.size } }],
    view: viewOf(report),
  };
}
