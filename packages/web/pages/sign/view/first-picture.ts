import type { TextExtent } from '@countersign/pdf/text-extent';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Size } from '../../document/page-scale.ts';
import { isPdfWorkerLoaded, type Send } from '../../document/start-pdf-worker.ts';

/** The first page as the service has drawn it. */
export interface FirstPicture {
  /** A data: address, which the content policy allows. */
  readonly source: string;
  /** Displayed points. */
  readonly size: Size;
  readonly text: TextExtent | null;
}

/** Milliseconds from the navigation until the page knows its document. Without pdf.js by then, it takes seconds more. */
const SLOW_START_MS = 1500;
/** Milliseconds. The page itself does not wait longer for the service to draw. */
const PATIENCE_MS = 5000;
/** Has the size of the page, and where its text is. */
const PAGE_HEADER = 'countersign-page';

/**
 * Returns a picture of the first page on slow lines: null on others, or if there is none, and undefined while it is on its
 * way. `loading` resolves when it has come.
 */
export function useFirstPicture(url: string, send: Send) {
  const loading = useMemo(() => (isLineSlow() ? loadPicture(url, send) : undefined), [url, send]);
  const [loaded, setLoaded] = useState<{
    readonly by: typeof loading;
    readonly picture: FirstPicture | null;
  }>();
  useEffect(() => {
    let isCurrent = true;
    loading?.then((picture) => isCurrent && setLoaded({ by: loading, picture }));
    return () => {
      isCurrent = false;
    };
  }, [loading]);
  if (loading === undefined) return { picture: null, loading };
  return { picture: loaded?.by === loading ? loaded.picture : undefined, loading };
}

function isLineSlow(): boolean {
  return performance.now() > SLOW_START_MS && !isPdfWorkerLoaded();
}

/** Resolves with null if there is no picture, or none in time: the page comes without it, too. */
async function loadPicture(url: string, send: Send): Promise<FirstPicture | null> {
  try {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), PATIENCE_MS);
    const response = await send(url, { signal: waiting.signal });
    clearTimeout(timer);
    const facts = response.headers.get(PAGE_HEADER);
    if (response.status !== 200 || facts === null) return null;
    const { width, height, text } = JSON.parse(facts) as Size & { readonly text: TextExtent | null };
    return { source: await readDataAddress(await response.blob()), size: { width, height }, text };
  } catch {
    return null;
  }
}

function readDataAddress(blob: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
