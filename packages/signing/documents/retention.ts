import type { DocumentState } from './document.ts';
import { canMove } from './status-transitions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** When a document changed at `now` will be removed [D5-19]: never before its signing deadline is as long ago. */
export function removalDate(
  { signingDeadline }: Pick<DocumentState, 'signingDeadline'>,
  now: Date,
  retentionDays: number,
): Date {
  const isAhead = signingDeadline !== undefined && signingDeadline > now;
  return addDays(isAhead ? signingDeadline : now, retentionDays);
}

/** When an open document can no longer be signed, if the sender said so; otherwise when it is removed. */
export function findExpiryDate({ status, signingDeadline, expiryDate }: DocumentState): Date {
  return canMove(status, 'revoked') ? (signingDeadline ?? expiryDate) : expiryDate;
}

/** The date before which everything is older than a document may become. */
export function startOfRetention(now: Date, retentionDays: number): Date {
  return addDays(now, -retentionDays);
}

/** The document as changed at `now`: its removal moves with it. */
export function touch(document: DocumentState, now: Date, retentionDays: number): DocumentState {
  const open = canMove(document.status, 'revoked') ? document : {};
  return { ...document, updatedAt: now, expiryDate: removalDate(open, now, retentionDays) };
}

function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}
