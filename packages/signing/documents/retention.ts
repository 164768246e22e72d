import type { DocumentState } from './document.ts';
import { canMove } from './status-transitions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** When a document changed at `now` is removed [D5-19], at least as long after its signing deadline. */
export function removalDate(
  { signingDeadline }: Pick<DocumentState, 'signingDeadline'>,
  now: Date,
  retentionDays: number,
): Date {
  const isAhead = signingDeadline !== undefined && signingDeadline > now;
  return addDays(isAhead ? signingDeadline : now, retentionDays);
}

/** The signing deadline: the sender's, otherwise the removal. */
export function findExpiryDate({ status, signingDeadline, expiryDate }: DocumentState): Date {
  return canMove(status, 'revoked') ? (signingDeadline ?? expiryDate) : expiryDate;
}

/** Everything before this date has exceeded the retention time. */
export function startOfRetention(now: Date, retentionDays: number): Date {
  return addDays(now, -retentionDays);
}

/** A visitor of a public link signs in one sitting [D6-30]; documents that they leave unsigned are removed. */
const SITTING_MS = DAY_MS;

/** The document changed at `now`, with its new removal date. */
export function touch(document: DocumentState, now: Date, retentionDays: number): DocumentState {
  const isOpen = canMove(document.status, 'revoked');
  if (
    isOpen &&
    document.publicLink !== undefined &&
    document.signees.some(({ signature }) => signature === null)
  )
    return { ...document, updatedAt: now, expiryDate: new Date(now.getTime() + SITTING_MS) };
  const open = isOpen ? document : {};
  return { ...document, updatedAt: now, expiryDate: removalDate(open, now, retentionDays) };
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}
