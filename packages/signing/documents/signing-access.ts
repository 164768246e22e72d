import { SigningError } from '../errors.ts';
import type { DocumentState, DocumentStatus, Signee } from './document.ts';
import { canMove, statusAfter } from './status.ts';

/** Returns those of the lowest order that have not signed. Without signing order all have order 1 [4.4-12]. */
export function signeesInTurn(signees: readonly Signee[]): readonly Signee[] {
  const waiting = signees.filter((signee) => signee.signature === null);
  const lowest = Math.min(...waiting.map((signee) => signee.signingOrder));
  return waiting.filter((signee) => signee.signingOrder === lowest);
}

export function isInTurn(document: DocumentState, signee: Signee): boolean {
  return signeesInTurn(document.signees).some((candidate) => candidate.signeeId === signee.signeeId);
}

export function isFullySigned({ signees }: Pick<DocumentState, 'signees'>): boolean {
  return signees.every((signee) => signee.signature !== null);
}

/** Returns those whose turn came with the change. */
export function signeesToInvite(before: readonly Signee[], after: readonly Signee[]): readonly Signee[] {
  const known = new Set(signeesInTurn(before).map((signee) => signee.signeeId));
  return signeesInTurn(after).filter(
    (signee) => !known.has(signee.signeeId) && !signee.disableInvitationMessage && signee.invitedAt === null,
  );
}

/** Returns the deadline while a signee may still sign, and null if there is none. */
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

export const CANNOT_SIGN_REASONS = [
  'preparing',
  /** A one-time code has to be entered first. */
  'verification_required',
  'not_your_turn',
  'already_signed',
  'completed',
  'revoked',
  /** This signee declined. */
  'declined',
  'declined_by_other',
  'expired',
  'failed',
] as const;
export type CannotSignReason = (typeof CANNOT_SIGN_REASONS)[number];

export interface SigningAccess {
  /** The signee sees the document only in turn, and not after revocation [3-09]. */
  readonly canSee: boolean;
  readonly canSign: boolean;
  readonly reason?: CannotSignReason;
}

const CLOSED_STATUSES: Readonly<Partial<Record<DocumentStatus, SigningAccess>>> = {
  created: { canSee: false, canSign: false, reason: 'preparing' },
  processing: { canSee: false, canSign: false, reason: 'preparing' },
  error: { canSee: false, canSign: false, reason: 'failed' },
  completed: { canSee: true, canSign: false, reason: 'completed' },
  revoked: { canSee: false, canSign: false, reason: 'revoked' },
  deleted: { canSee: false, canSign: false, reason: 'revoked' },
};

export function signingAccess(document: DocumentState, signee: Signee, now: Date): SigningAccess {
  const closed = closedAccess(document, signee, now);
  if (closed !== undefined) return closed;
  if (signee.signature !== null) return { canSee: true, canSign: false, reason: 'already_signed' };
  if (!isInTurn(document, signee)) return { canSee: false, canSign: false, reason: 'not_your_turn' };
  return { canSee: true, canSign: true };
}

function closedAccess(document: DocumentState, { signeeId }: Signee, now: Date): SigningAccess | undefined {
  const { status, declined } = document;
  if (status === 'revoked' && declined !== undefined) {
    const reason = declined.signeeId === signeeId ? 'declined' : 'declined_by_other';
    return { canSee: false, canSign: false, reason };
  }
  if (isExpired(document, now)) return { canSee: false, canSign: false, reason: 'expired' };
  return CLOSED_STATUSES[status];
}

/** The document counts as expired before the job revokes it. */
function isExpired(document: DocumentState, now: Date): boolean {
  const { status, expiryDate } = document;
  if (status === 'revoked') return hasExpired(document);
  const expiry = findExpiry(document);
  return canMove(status, 'revoked') && (expiryDate <= now || (expiry !== null && expiry <= now));
}

/**
 * Requires that the signee may sign or decline. Throws `already_signed`, `not_your_turn` or
 * `document_not_signable`.
 */
export function requireCanSign(
  document: DocumentState,
  signee: Signee,
  now: Date,
  event: 'sign' | 'decline' = 'sign',
): void {
  if (signee.signature !== null) throw new SigningError('already_signed');
  if (isExpired(document, now)) throw new SigningError('document_not_signable', { status: 'expired' });
  statusAfter(document.status, event);
  if (!isInTurn(document, signee)) throw new SigningError('not_your_turn');
}

/** Returns the refusal of what a sender asks for. */
export function refusalForSender(document: DocumentState): SigningError {
  const status = hasExpired(document) ? 'expired' : document.status;
  return new SigningError('document_not_signable', { status, asker: 'sender' });
}

/** Throws `not_your_turn` or `document_not_signable`. */
export function requireCanSee(document: DocumentState, signee: Signee, now: Date): void {
  const { canSee, reason } = signingAccess(document, signee, now);
  if (canSee) return;
  if (reason === 'not_your_turn') throw new SigningError('not_your_turn');
  const status = reason === 'expired' ? reason : document.status;
  throw new SigningError('document_not_signable', { status });
}
