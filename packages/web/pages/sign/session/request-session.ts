/** The path is `/sign/:token`. */
export const signingPath = location.pathname.replace(/\/+$/, '');

/** In a frame the request needs a header that is not known yet. */
const started =
  window.parent === window
    ? fetch(`${signingPath}/session`, { cache: 'no-store', headers: { accept: 'application/json' } })
    : null;
// The failure is handled where the response is read.
started?.catch(() => undefined);

/** Two round trips take longer where 200 kB of pdf.js would delay the scripts of the page by seconds. */
const SLOW_START_MS = 700;

/** Fetches pdf.js ahead, with the lowest priority: who has to enter a code, or to wait for others, has it by then. */
export function prefetchPdfjs(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')) link.rel = 'prefetch';
}

if (performance.now() < SLOW_START_MS) prefetchPdfjs();

let isTaken = false;

/** The first request began when this module was loaded, before the page's other scripts. */
export const fetchWithSession: typeof fetch = (url, init) => {
  if (started === null || isTaken || url !== `${signingPath}/session` || init?.method !== undefined)
    return fetch(url, init);
  isTaken = true;
  return orAborted(started, init?.signal);
};

function orAborted(response: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([response, aborted]);
}
