import type { DraftStorage } from './session/kept-input.ts';
import { type SessionState, screenOf } from './session/session-state.ts';

type EventName = 'loaded' | 'signed' | 'completed' | 'declined' | 'error';

/** An event goes to the page with this frame. */
export interface EmbeddingEvent {
  readonly type: `countersign:${EventName}`;
  /** The id is null before a visitor of a public link has begun, and for a bad link. */
  readonly documentId: string | null;
  readonly signeeId: string | null;
}

const NOBODY = { documentId: null, signeeId: null } as const;

/** Returns what happened between two states. */
export function listEvents(before: SessionState, after: SessionState): readonly EmbeddingEvent[] {
  if (after.kind === 'loading') return [];
  if (after.kind === 'failed')
    return before.kind === 'failed' ? [] : [{ type: 'countersign:error', ...NOBODY }];
  const loaded = before.kind === 'loading' || before.kind === 'failed';
  if (after.kind === 'visit') return loaded ? [{ type: 'countersign:loaded', ...NOBODY }] : [];
  if (before.kind !== 'open') return [buildEvent('loaded', after)];
  return listChanges(before, after);
}

type OpenState = Extract<SessionState, { kind: 'open' }>;

function listChanges(before: OpenState, after: OpenState): EmbeddingEvent[] {
  const events: EmbeddingEvent[] = [];
  if (hasSigned(before, after)) events.push(buildEvent('signed', before));
  const screen = screenOf(after.view);
  if (screen === screenOf(before.view)) return events;
  if (screen === 'completed' || screen === 'declined') events.push(buildEvent(screen, after));
  if (screen === 'failed') events.push(buildEvent('error', after));
  return events;
}

/** The next slot of a public link follows at once. */
function hasSigned({ view: before }: OpenState, { view: after }: OpenState): boolean {
  if (before.signee.signatureStatus === 'signed') return false;
  return after.signee.signatureStatus === 'signed' || after.signee.signeeId !== before.signee.signeeId;
}

function buildEvent(name: EventName, { view: { documentId, signee } }: OpenState): EmbeddingEvent {
  return { type: `countersign:${name}`, documentId, signeeId: signee.signeeId };
}

/** The name is the one in packages/api/request/cookies.ts. */
const SESSION_HEADER = 'countersign-signing-session';
/** A link belongs to one session. */
const LINK = /^.*?\/sign\/[^/?]+/;

/**
 * The session is in a header, because browsers block cookies of frames. `storage` keeps it when the frame is loaded
 * again.
 */
export function createFramedFetch(send: typeof fetch, storage: DraftStorage | null): typeof fetch {
  const sessions = new Map<string, string>();
  return async (url, init) => {
    const key = `countersign:session:${LINK.exec(String(url))?.[0]}`;
    const headers = new Headers(init?.headers);
    headers.set(SESSION_HEADER, sessions.get(key) ?? storage?.getItem(key) ?? '');
    const response = await send(url, { ...init, headers });
    const begun = response.headers.get(SESSION_HEADER);
    if (begun !== null) {
      sessions.set(key, begun);
      keep(storage, key, begun);
    }
    return response;
  };
}

function keep(storage: DraftStorage | null, key: string, id: string): void {
  try {
    storage?.setItem(key, id);
  } catch {
    // Without storage the session ends when the frame is loaded again.
  }
}
