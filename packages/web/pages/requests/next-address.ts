/** Where the application begins. */
export const START = '/documents';

/** Returns the address to show after signing in: a path of this service, never another site. */
export function nextAddress(next: string | null, origin: string): string {
  if (next === null || !next.startsWith('/')) return START;
  const url = parseAddress(next, origin);
  // A path such as `//host` would be read as a host, and `/.//host` becomes one.
  if (url?.origin !== origin || url.pathname.startsWith('//')) return START;
  return url.pathname + url.search;
}

/** `URL.parse`, which older browsers lack. */
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
