import { SigningError } from '../errors.ts';
import { noticeJobs } from '../notifications/document-message.ts';
import type { Decision } from './decision.ts';
import { withoutDelay } from './delay-sealing.ts';
import type { DocumentState } from './document.ts';
import { touch } from './retention.ts';
import { isFullySigned } from './signing-order.ts';
import { moveTo } from './status-transitions.ts';
import { statusAfter } from './transition-table.ts';

/**
 * Null if it was revoked before [D5-09]. Throws `document_fully_signed` after the last signature [3-08],
 * unless sealing is delayed [D12-02] or, in an earlier release, failed.
 */
export function recordRevocation(
  document: DocumentState,
  userId: string,
  now: Date,
  retentionDays: number,
): Decision | null {
  const { status, signees } = document;
  const next = statusAfter(status, 'revoke');
  if (next === null) return null;
  if (status !== 'error' && document.sealingDelay === undefined && isFullySigned(document))
    throw new SigningError('document_fully_signed', { status });
  const revoked = touch(moveTo(document, next), now, retentionDays);
  const invited = signees.filter(({ invitedAt }) => invitedAt !== null);
  return {
    document: { ...withoutDelay(revoked), revokedAt: now },
    entries: [{ type: 'document.revoked', userId }],
    jobs: noticeJobs(document, invited, 'revoked'),
  };
}
