import type { SigningView } from '@countersign/signing';

export type Screen =
  | 'sign'
  | 'preparing'
  | 'not_your_turn'
  /** Waiting for others or for the seal. */
  | 'signed'
  /** A code is needed. */
  | 'verification_required'
  | 'completed'
  | 'revoked'
  | 'declined'
  | 'declined_by_other'
  | 'expired'
  | 'failed';

/** They say more than the status of the document. */
const MORE_THAN_STATUS = ['verification_required', 'declined', 'declined_by_other', 'expired'] as const;

export function screenOf(view: SigningView): Screen {
  const specific = MORE_THAN_STATUS.find((reason) => reason === view.reason);
  if (specific !== undefined) return specific;
  if (view.status === 'completed') return 'completed';
  if (view.status === 'revoked' || view.status === 'deleted') return 'revoked';
  if (view.canSign) return 'sign';
  return screenOfReason(view);
}

function screenOfReason(view: SigningView): Screen {
  switch (view.reason) {
    case 'already_signed':
      return view.status === 'error' ? 'failed' : 'signed';
    case undefined:
      return view.signee.signatureStatus === 'signed' ? 'signed' : 'failed';
    default:
      return view.reason;
  }
}

/** They poll. */
export function isWaiting(screen: Screen): boolean {
  return screen === 'preparing' || screen === 'signed' || screen === 'not_your_turn';
}
