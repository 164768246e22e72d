import type { Decision } from './decision.ts';
import type { DocumentState } from './document.ts';
import type { WrittenPreparation } from './prepare-document.ts';
import { viewOf } from './prepared-view.ts';
import { touch } from './retention.ts';
import { signeesToInvite } from './signing-order.ts';
import { canMove, moveTo } from './status-transitions.ts';

/** Opens a prepared document for signing and invites the first. Null if that was done or is impossible now. */
export function recordPreparation(
  document: DocumentState,
  { blob, report }: WrittenPreparation,
  now: Date,
  retentionDays: number,
): Decision | null {
  if (!canMove(document.status, 'awaiting_signatures')) return null;
  const { documentId } = document;
  const open = touch(moveTo(document, 'awaiting_signatures'), now, retentionDays);
  return {
    document: { ...open, preparedBlobId: blob.blobId, boxes: report.boxes },
    entries: [{ type: 'document.prepared', details: { sha256: blob.sha256, size: blob.size } }],
    view: viewOf(report),
    jobs: signeesToInvite([], document.signees).map(({ signeeId }) => ({
      name: 'send-invitation',
      documentId,
      signeeId,
    })),
  };
}
