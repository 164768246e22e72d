import type { StoredBlob } from '../ports/blob-store.ts';
import type { PlacedBox } from '../ports/pdf-toolkit.ts';
import type { Decision } from './decision.ts';
import type { DocumentState } from './document.ts';
import { touch } from './retention.ts';
import { signeesToInvite } from './signing-order.ts';
import { canMove, moveTo } from './status-transitions.ts';

/** Opens a prepared document for signing and invites whose turn it is. Null when that happened before, or cannot any more. */
export function recordPreparation(
  document: DocumentState,
  { blob, boxes }: { readonly blob: StoredBlob; readonly boxes: readonly PlacedBox[] },
  now: Date,
  retentionDays: number,
): Decision | null {
  if (!canMove(document.status, 'awaiting_signatures')) return null;
  const { documentId } = document;
  const open = touch(moveTo(document, 'awaiting_signatures'), now, retentionDays);
  return {
    document: { ...open, preparedBlobId: blob.blobId, boxes },
    events: [],
    notes: [{ type: 'document.prepared', details: { sha256: blob.sha256, size: blob.size } }],
    jobs: signeesToInvite([], document.signees).map(({ signeeId }) => ({
      name: 'send-invitation',
      documentId,
      signeeId,
    })),
  };
}
