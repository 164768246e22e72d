import type { SigningView } from '@countersign/signing';

/** Which of the page's screens a session is shown on. */
export type Screen =
  | 'sign'
  /** The service is still preparing the document. */
  | 'preparing'
  | 'not_your_turn'
  /** Signed; others have still to sign or the sealed file is being made. */
  | 'signed'
  | 'completed'
  | 'revoked'
  | 'failed';

export function screenOf(view: SigningView): Screen {
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

/** Screens on which the page looks again by itself. */
export function isWaiting(screen: Screen): boolean {
  return screen === 'preparing' || screen === 'signed' || screen === 'not_your_turn';
}
