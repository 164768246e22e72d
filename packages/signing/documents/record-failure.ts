import type { Decision } from './decision.ts';
import type { DocumentState } from './document.ts';
import { touch } from './retention.ts';
import { canMove, moveTo } from './status-transitions.ts';

/** Null if it has moved on. */
export function recordFailure(
  document: DocumentState,
  errorMessage: string,
  now: Date,
  retentionDays: number,
): Decision | null {
  if (!canMove(document.status, 'error')) return null;
  const failed = touch(moveTo(document, 'error'), now, retentionDays);
  return {
    document: { ...failed, errorMessage },
    entries: [{ type: 'document.failed', details: { errorMessage } }],
    jobs: [{ name: 'send-failed', documentId: document.documentId }],
  };
}
