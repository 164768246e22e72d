/** The path is `/sign/:token`. */
export const signingPath = location.pathname.replace(/\/+$/, '');

/** In a frame the request needs a header that is not known yet. */
const started =
  window.parent === window
    ? fetch(`${signingPath}/session`, { cache: 'no-store', headers: { accept: 'application/json' } })
    : null;
// The failure is handled where the response is read.
started?.catch(() => undefined);

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
