import type { SigningView, VisitorView } from '@countersign/signing';
import { useCallback, useEffect, useState } from 'preact/hooks';
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

/** Loads the session and polls with growing delays while it waits for others. */
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
  usePolling(session.kind === 'open' && isWaiting(screenOf(session.view)), client, replace);
  return { session, reload, replace };
}

/** A failed poll is ignored. Hidden tabs do not poll. */
function usePolling(isActive: boolean, client: SigningClient, onView: (view: SigningView) => void): void {
  useEffect(() => {
    if (!isActive) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;

    const schedule = (attempt: number): void => {
      if (!isOver) timer = setTimeout(() => poll(attempt), pollDelay(attempt));
    };
    const poll = async (attempt: number): Promise<void> => {
      const view = document.hidden ? null : await client.loadSession().catch(() => null);
      if (view !== null && !isVisitorView(view) && !isOver) onView(view);
      schedule(attempt + 1);
    };
    schedule(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isActive, client, onView]);
}
