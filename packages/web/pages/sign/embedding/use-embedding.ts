import { useEffect, useRef } from 'preact/hooks';
import type { SessionState } from '../session/use-session.ts';
import { listEvents } from './embedding-events.ts';

/** The content policy says by whom. */
export const isFramed: boolean = window.parent !== window;

/** To the named origins only. */
export function useEmbedding(session: SessionState): void {
  const before = useRef<SessionState>({ kind: 'loading' });
  useEffect(() => {
    const events = listEvents(before.current, session);
    // A session that is loaded again continues.
    if (session.kind !== 'loading') before.current = session;
    if (!isFramed) return;
    for (const event of events)
      for (const origin of parentOrigins()) window.parent.postMessage(event, origin);
  }, [session]);
}

/** All that are allowed, if the browser does not know the parent's. */
function parentOrigins(): readonly string[] {
  const allowed = (document.documentElement.dataset.embeddingOrigins ?? '').split(' ').filter(Boolean);
  const [parent] = location.ancestorOrigins ?? [];
  return parent === undefined ? allowed : allowed.filter((origin) => origin === parent);
}
