import type { SigningView } from '@countersign/signing';

/** Returns the screen for a session. */
export type Screen =
  | 'sign'
  /** The document is being prepared. */
  | 'preparing'
  | 'not_your_turn'
  /** Signed; waiting for others or for the seal. */
  | 'signed'
  /** The link opens only after a one-time code. */
  | 'verification_required'
  | 'completed'
  | 'revoked'
  | 'declined'
  | 'expired'
  | 'failed';

export function screenOf(view: SigningView): Screen {
  if (view.reason === 'verification_required' || view.reason === 'declined' || view.reason === 'expired')
    return view.reason;
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

/** Screens that poll. */
export function isWaiting(screen: Screen): boolean {
  return screen === 'preparing' || screen === 'signed' || screen === 'not_your_turn';
}
