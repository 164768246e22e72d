import type { SigningView, VisitorView } from '@countersign/signing';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { usePolling } from '../../parts/polling.ts';
import { describeFailure, type SessionFailure } from './session-failure.ts';
import { isVisitorView, type SigningClient } from './signing-client.ts';

export type Screen =
  | 'sign'
  | 'preparing'
  | 'not_your_turn'
  /** The signee waits for others or for the seal. */
  | 'signed'
  /** The link needs a code. */
  | 'verification_required'
  | 'completed'
  | 'revoked'
  | 'declined'
  | 'declined_by_other'
  | 'expired'
  | 'failed';

/** These reasons say more than the status of the document. */
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

/** These screens poll. */
export function isWaiting(screen: Screen): boolean {
  return screen === 'preparing' || screen === 'signed' || screen === 'not_your_turn';
}

export type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: SessionFailure }
  /** The link is public. */
  | { readonly kind: 'visit'; readonly view: VisitorView }
  | { readonly kind: 'open'; readonly view: SigningView };

interface SessionHandle {
  readonly session: SessionState;
  readonly reload: () => void;
  readonly replace: (view: SigningView) => void;
}

/** Polls with growing delays while it waits for others. */
export function useSession(client: SigningClient): SessionHandle {
  const [session, setSession] = useState<SessionState>({ kind: 'loading' });

  const replace = useCallback((view: SigningView) => setSession({ kind: 'open', view }), []);
  const reload = useCallback(() => {
    setSession({ kind: 'loading' });
    const show = (view: SigningView | VisitorView): void =>
      setSession(isVisitorView(view) ? { kind: 'visit', view } : { kind: 'open', view });
    client.loadSession().then(show, (error: unknown) => {
      setSession({ kind: 'failed', failure: describeFailure(error) });
    });
  }, [client]);

  useEffect(reload, [reload]);
  const isPolled = session.kind === 'open' && isWaiting(screenOf(session.view));
  usePolling(isPolled ? 'session' : undefined, {
    pace: 'session',
    load: async (previous) => {
      const view = await client.loadSession();
      return isVisitorView(view) || view === previous ? null : view;
    },
    onAnswer: replace,
  });
  return { session, reload, replace };
}
