/** Of the application. */
export const START = '/documents';

/** A path of this service, never another site. */
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
