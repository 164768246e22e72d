import { noticeJobs, ownerJob } from '../notifications/document-message.ts';
import type { Decision } from './decision.ts';
import type { DocumentState } from './document.ts';
import { touch } from './retention.ts';
import { isFullySigned } from './signing-order.ts';
import { canMove, moveTo } from './status-transitions.ts';
import { statusAfter } from './transition-table.ts';

/** While a signee may still sign. Null: never. */
export function findExpiry(document: DocumentState): Date | null {
  if (!canMove(document.status, 'revoked') || isFullySigned(document)) return null;
  return document.signingDeadline ?? null;
}

/** Whether its deadline revoked it, and not a person. */
export function hasExpired({
  status,
  signingDeadline,
  revokedAt,
}: Pick<DocumentState, 'status' | 'signingDeadline' | 'revokedAt'>): boolean {
  return (
    status === 'revoked' &&
    signingDeadline !== undefined &&
    revokedAt !== null &&
    signingDeadline <= revokedAt
  );
}

/** Its content is kept for the retention period. Null if there is nothing to revoke. */
export function recordExpiry(document: DocumentState, now: Date, retentionDays: number): Decision | null {
  const expiry = findExpiry(document);
  if (expiry === null || expiry > now) return null;
  const next = statusAfter(document.status, 'expire');
  if (next === null) return null;
  const invited = document.signees.filter(({ invitedAt }) => invitedAt !== null);
  return {
    document: { ...touch(moveTo(document, next), now, retentionDays), revokedAt: now },
    entries: [{ type: 'document.revoked', details: { reason: 'expired' } }],
    jobs: [...noticeJobs(document, invited, 'expired'), ownerJob(document, 'owner_expired')],
  };
}
