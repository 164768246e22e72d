import type { DraftStorage } from '../session/value-draft.ts';

/** As in packages/api/request/session-cookie.ts. */
const SESSION_HEADER = 'countersign-signing-session';
/** Of one session. */
const LINK = /^.*?\/sign\/[^/?]+/;

/**
 * The session is in a header: browsers block cookies of frames. `storage` keeps it when the frame is loaded
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
    // Then it ends when the frame is loaded again.
  }
}
