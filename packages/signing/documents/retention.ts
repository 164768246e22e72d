import { DAY_MS } from '@countersign/base/time';
import type { DocumentState } from './document.ts';
import { canMove } from './status.ts';

/** A document is removed by [D5-19], and not before its signing deadline. */
export function removalDate(
  { signingDeadline }: Pick<DocumentState, 'signingDeadline'>,
  now: Date,
  retentionDays: number,
): Date {
  const isAhead = signingDeadline !== undefined && signingDeadline > now;
  return addDays(isAhead ? signingDeadline : now, retentionDays);
}

/** The sender's, otherwise the removal. */
export function findExpiryDate({
  status,
  signingDeadline,
  expiryDate,
}: Pick<DocumentState, 'status' | 'signingDeadline' | 'expiryDate'>): Date {
  return canMove(status, 'revoked') ? (signingDeadline ?? expiryDate) : expiryDate;
}

export function startOfRetention(now: Date, retentionDays: number): Date {
  return addDays(now, -retentionDays);
}

/** A visitor of a public link signs in one sitting [D6-30]. */
const SITTING_MS = DAY_MS;

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
