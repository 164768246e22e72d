import type { AuditDetails, AuditValue, ChainedEntry } from '../audit/audit-entry.ts';
import type { Job } from '../jobs/job.ts';
import type { StoredBlob } from '../ports/blob-store.ts';
import type { CompleteReport } from '../ports/pdf-toolkit.ts';
import type { Decision, NoteDraft } from './decision.ts';
import type { DocumentState } from './document.ts';
import { touch } from './retention.ts';
import { isFullySigned } from './signing-order.ts';
import { canMove, moveTo } from './status-transitions.ts';

/** The sealed file in the store, and how its seal came about, as `describeSealing` noted it. */
export interface SealedBlob extends StoredBlob {
  /** Undefined for a file that was sealed before such notes were taken. */
  readonly seal: AuditValue | undefined;
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
  const details = { sha256, size, ...(seal !== undefined && { seal }) };
  const completed = touch(moveTo(document, 'completed'), now, retentionDays);
  return {
    document: { ...completed, sealedBlobId: blobId, sealedSha256: sha256, completedAt: now },
    events: [{ type: 'document.completed', signeeId: null, note: { details } }],
    jobs: completedMessages(document),
  };
}

/**
 * What the audit trail keeps of a sealed file before it is stored: the level, whose time it has, and whoever was asked in vain
 * before, in order. Only who sealed knows, and may be killed before the document completes.
 */
export function describeSealing({ sha256, size, seal }: CompleteReport): NoteDraft {
  const { level, timestamp, failures } = seal;
  const details: AuditDetails = {
    level,
    timestamp: timestamp && { authority: timestamp.authority, time: timestamp.time },
    failures: failures.map(({ authority, reason }) => ({ authority, reason })),
  };
  return { type: 'document.sealed', details: { sha256, size, seal: details } };
}

/** What was noted of the sealed file with that hash; undefined when nothing was. */
export function findSealing(trail: readonly ChainedEntry[], sha256: string): AuditValue | undefined {
  const noted = trail
    .filter(({ type }) => type === 'document.sealed')
    .map(({ details }): AuditDetails => JSON.parse(details));
  return noted.find((details) => details.sha256 === sha256)?.seal;
}

/** One job a recipient, so that a failing address holds up and repeats nobody else's message. */
function completedMessages({ documentId, signees }: DocumentState): readonly Job[] {
  const recipients = [...signees.map((signee) => signee.signeeId), 'owner'];
  return recipients.map((to) => ({ name: 'send-completed', documentId, to }));
}
