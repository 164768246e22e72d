import type { SigningView, VisitorView } from '@countersign/signing';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { usePolling } from '../../parts/polling.ts';
import { pollDelay } from './poll-delay.ts';
import { isWaiting, screenOf } from './screen-of.ts';
import { describeFailure, type SessionFailure } from './session-failure.ts';
import { isVisitorView, type SigningClient } from './signing-client.ts';

export type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: SessionFailure }
  /** A public link. */
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
    delayMs: pollDelay,
    // Hidden tabs do not poll.
    load: async () => (document.hidden ? null : client.loadSession()),
    onAnswer: (view) => {
      if (view !== null && !isVisitorView(view)) replace(view);
    },
  });
  return { session, reload, replace };
}
