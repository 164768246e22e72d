import type { AccountBody, SessionBody, UserBody } from '@countersign/api/bodies';
import type { PageApi } from './page-api.ts';

/** The tab keeps where the sender who signs goes back to. */
const keyOf = (signingPath: string) => `countersign:document-page:${signingPath}`;

/** Is called before the link is opened in the same tab. */
export function rememberDocumentPage(signingUrl: string, documentPath: string): void {
  try {
    sessionStorage.setItem(keyOf(new URL(signingUrl).pathname), documentPath);
  } catch {
    // Without storage the page has no link back.
  }
}

/** Returns null for every other signee. */
export function recallDocumentPage(signingPath: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(signingPath));
  } catch {
    return null;
  }
}

/** The application starts here. */
export const START = '/documents';

/** Returns a path of this service, and never another site. */
export function nextAddress(next: string | null, origin: string): string {
  if (next === null || !next.startsWith('/')) return START;
  const url = parseAddress(next, origin);
  // `//host` would be read as a host, and `/.//host` becomes one.
  if (url?.origin !== origin || url.pathname.startsWith('//')) return START;
  return url.pathname + url.search;
}

/** Older browsers lack `URL.parse`. */
function parseAddress(address: string, origin: string): URL | null {
  try {
    return new URL(address, origin);
  } catch {
    return null;
  }
}

export function signInAddress(next: string): string {
  return `/sign-in?next=${encodeURIComponent(next)}`;
}

export type SessionUser = UserBody;
export type SessionAccount = AccountBody;

/** The step that a session needs next. */
export type SessionStep = 'signed_in' | 'second_factor' | 'choose_account';

export type BrowserSession = SessionBody;

export function readSession(api: PageApi): Promise<BrowserSession> {
  return api.get('/v1/session');
}

/** Ends the session of this browser only. */
export function signOut(api: PageApi): Promise<void> {
  return api.delete('/v1/session');
}

export async function chooseAccount(api: PageApi, accountId: string): Promise<SessionStep> {
  const { next } = await api.put<{ next: SessionStep }>('/v1/session/account', { accountId });
  return next;
}
