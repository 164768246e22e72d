import { noticeJobs, ownerJob } from '../notifications/document-message.ts';
import type { Decision } from './decision.ts';
import type { DocumentState } from './document.ts';
import { requireSignee } from './find-by-link.ts';
import { touch } from './retention.ts';
import { requireCanSign } from './signing-access.ts';
import { moveTo } from './status-transitions.ts';

/**
 * Revokes the document. Throws as signing does. The reason is not in the audit trail, which outlives the
 * document.
 */
export function recordDecline(
  document: DocumentState,
  signeeId: string,
  reason: string,
  now: Date,
  retentionDays: number,
): Decision {
  requireCanSign(document, requireSignee(document, signeeId), now, 'decline');
  const others = document.signees.filter((one) => one.signeeId !== signeeId && one.invitedAt !== null);
  const revoked = touch(moveTo(document, 'revoked'), now, retentionDays);
  return {
    document: { ...revoked, revokedAt: now, declined: { signeeId, reason, declinedAt: now } },
    entries: [
      { type: 'document.declined', details: { signeeId } },
      { type: 'document.revoked', details: { reason: 'declined' } },
    ],
    jobs: [
      ownerJob(document, 'owner_declined', { about: signeeId }),
      ...noticeJobs(document, others, 'declined'),
    ],
  };
}
