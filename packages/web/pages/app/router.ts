import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { BrowserSession, SessionAccount, SessionUser } from '../requests/navigation.ts';
import type { PageApi } from '../requests/page-api.ts';

export interface AppContextValue {
  readonly api: PageApi;
  readonly user: SessionUser;
  readonly account: SessionAccount;
  /** The current account is included. */
  readonly accounts: readonly SessionAccount[];
  /** How the session began. */
  readonly method: NonNullable<BrowserSession['method']>;
  /** Is called after a change of the user or account. */
  readonly refreshSession: () => Promise<void>;
}

export const AppContext = createContext<AppContextValue | null>(null);

export function useApp(): AppContextValue {
  const value = useContext(AppContext);
  if (value === null) throw new Error('used outside of the application');
  return value;
}

export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

export type PathParams = Readonly<Record<string, string>>;

const NAVIGATED = 'countersign-navigated';

/** Shows another address without loading the page. */
export function navigate(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  dispatchEvent(new Event(NAVIGATED));
}

/** Returns the current place. */
export function usePlace(): Place {
  const [place, setPlace] = useState(readPlace);
  useEffect(() => {
    const update = () => setPlace(readPlace());
    addEventListener('popstate', update);
    addEventListener(NAVIGATED, update);
    return () => {
      removeEventListener('popstate', update);
      removeEventListener(NAVIGATED, update);
    };
  }, []);
  return place;
}

function readPlace(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

/** Matches a pattern such as `/documents/:documentId`. Returns null without a match. */
export function matchPath(pattern: string, path: string): PathParams | null {
  const expected = splitPath(pattern);
  const actual = splitPath(path);
  if (expected.length !== actual.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const value = decodePart(actual[index] ?? '');
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return params;
}

function splitPath(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Leaves clicks alone that open a tab or download. */
export function followLinks(event: MouseEvent, isOwn: (path: string) => boolean): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return;
  if (link.origin !== location.origin || !isOwn(link.pathname)) return;
  // The link that skips the navigation is one of these.
  if (link.hash !== '' && link.pathname === location.pathname) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}

export interface SectionProps {
  /** The parameters are those of the pattern. */
  readonly params: PathParams;
  readonly query: URLSearchParams;
}
