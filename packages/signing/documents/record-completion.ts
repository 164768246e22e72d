import type { AuditDetails } from '../audit/audit-entry.ts';
import type { Job } from '../jobs.ts';
import type { StoredBlob } from '../ports/blob-store.ts';
import type { SealOutcome } from '../ports/pdf-toolkit.ts';
import type { Decision } from './decision.ts';
import type { DocumentState } from './document.ts';
import { touch } from './retention.ts';
import { isFullySigned } from './signing-order.ts';
import { canMove, moveTo } from './status-transitions.ts';

/** The sealed file in the store, and how its seal came about when this attempt made it. */
export interface SealedBlob extends StoredBlob {
  readonly seal?: SealOutcome;
}

/** Completes a document whose sealed file is stored. Null when it is completed already, or revoked meanwhile. */
export function recordCompletion(
  document: DocumentState,
  sealed: SealedBlob,
  now: Date,
  retentionDays: number,
): Decision | null {
  if (!canMove(document.status, 'completed') || !isFullySigned(document)) return null;
  const { blobId, sha256, size, seal } = sealed;
  const details = { sha256, size, ...(seal && { seal: describeSeal(seal) }) };
  const completed = touch(moveTo(document, 'completed'), now, retentionDays);
  return {
    document: { ...completed, sealedBlobId: blobId, sealedSha256: sha256, completedAt: now },
    events: [{ type: 'document.completed', signeeId: null, note: { details } }],
    jobs: completedMessages(document),
  };
}

/** For the audit trail: the level, whose time it has, and whoever was asked in vain before, in order. */
function describeSeal({ level, timestamp, failures }: SealOutcome): AuditDetails {
  return {
    level,
    timestamp: timestamp && { authority: timestamp.authority, time: timestamp.time },
    failures: failures.map(({ authority, reason }) => ({ authority, reason })),
  };
}

/** One job a recipient, so that a failing address holds up and repeats nobody else's message. */
function completedMessages({ documentId, signees }: DocumentState): readonly Job[] {
  const recipients = [...signees.map((signee) => signee.signeeId), 'owner'];
  return recipients.map((to) => ({ name: 'send-completed', documentId, to }));
}
