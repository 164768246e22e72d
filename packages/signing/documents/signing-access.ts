import { SigningError } from '../errors.ts';
import type { CannotSignReason } from '../signing.ts';
import type { DocumentState, DocumentStatus, Signee } from './document.ts';
import { findExpiry, hasExpired } from './record-expiry.ts';
import { isInTurn } from './signing-order.ts';
import { canMove } from './status-transitions.ts';
import { SIGNEE_TRANSITIONS, type SigneeState, statusAfter } from './transition-table.ts';

export interface SigningAccess {
  /** Only in turn, and not after revocation [3-09]. */
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

/** Also before the job revokes the document. */
function isExpired(document: DocumentState, now: Date): boolean {
  const { status, expiryDate } = document;
  if (status === 'revoked') return hasExpired(document);
  const expiry = findExpiry(document);
  return canMove(status, 'revoked') && (expiryDate <= now || (expiry !== null && expiry <= now));
}

/** To sign or decline. Throws `already_signed`, `not_your_turn` or `document_not_signable`. */
export function requireCanSign(
  document: DocumentState,
  signee: Signee,
  now: Date,
  event: 'sign' | 'decline' = 'sign',
): void {
  const state = signeeStateOf(document, signee);
  if (state !== 'signed') {
    if (isExpired(document, now)) throw new SigningError('document_not_signable', { status: 'expired' });
    statusAfter(document.status, event);
  }
  const outcome = SIGNEE_TRANSITIONS[event][state];
  if ('refused' in outcome) throw new SigningError(outcome.refused);
}

/** Of what a sender asks for. */
export function refusalForSender(document: DocumentState): SigningError {
  const status = hasExpired(document) ? 'expired' : document.status;
  return new SigningError('document_not_signable', { status, asker: 'sender' });
}

function signeeStateOf(document: DocumentState, signee: Signee): SigneeState {
  if (signee.signature !== null) return 'signed';
  return isInTurn(document, signee) ? 'in_turn' : 'waiting';
}

/** Throws `not_your_turn` or `document_not_signable`. */
export function requireCanSee(document: DocumentState, signee: Signee, now: Date): void {
  const { canSee, reason } = signingAccess(document, signee, now);
  if (canSee) return;
  if (reason === 'not_your_turn') throw new SigningError('not_your_turn');
  const status = reason === 'expired' ? reason : document.status;
  throw new SigningError('document_not_signable', { status });
}
