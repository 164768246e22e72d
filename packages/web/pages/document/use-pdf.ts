import { useCallback, useEffect, useState } from 'preact/hooks';
import { WebError } from '../../errors.ts';
import { lacksFeatures } from './lacks-features.ts';
import type { OpenedPdf } from './open-pdf.ts';
import type { Size } from './page-scale.ts';
import { fetchStart, type Send, startPdfWorker } from './start-pdf-worker.ts';

export type PdfState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'open'; readonly url: string; readonly pdf: OpenedPdf; readonly firstSize: Size };

export type OpenPdfState = Extract<PdfState, { kind: 'open' }>;

async function loadPdfjs(): Promise<typeof import('./open-pdf.ts')> {
  if (lacksFeatures) await import('pdfjs-dist/legacy/build/pdf.mjs?polyfills');
  return import('./open-pdf.ts');
}

/** All parts load at the same time: after `before`, but for a small one, which is loaded meanwhile. */
export async function loadPdf(
  url: string,
  onLost: (error: unknown) => void,
  send: Send,
  before?: Promise<unknown>,
): Promise<OpenPdfState> {
  const library = loadPdfjs();
  library.catch(() => undefined);
  await before;
  const worker = startPdfWorker();
  try {
    const [{ openPdf }, first] = await Promise.all([library, fetchStart(url, send)]);
    const pdf = await openPdf(url, { worker, first, send, onLost });
    return { kind: 'open', url, pdf, firstSize: await pdf.readPageSize(0) };
  } catch (error) {
    worker.port.terminate();
    throw error;
  }
}

/** The service answers 409 `document_changed`. */
function isReplaced(error: unknown): boolean {
  return error instanceof WebError && error.params.status === 409;
}

/**
 * Loads the document once the page has shown the rest, and after `before`. `onStale` is called if another document
 * is at that address.
 */
export function usePdf(
  url: string,
  onStale: () => void,
  send: Send,
  before?: Promise<unknown>,
): { readonly state: PdfState; readonly retry: () => void } {
  const [state, setState] = useState<PdfState>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    const fail = (error: unknown): void => {
      if (!isCurrent) return;
      if (isReplaced(error)) onStale();
      else setState({ kind: 'failed' });
    };
    const loading = loadPdf(url, fail, send, before);
    loading.then((loaded) => isCurrent && setState(loaded), fail);
    return () => {
      isCurrent = false;
      loading.then(({ pdf }) => pdf.close()).catch(() => undefined);
    };
  }, [url, attempt, onStale, send, before]);

  const retry = useCallback(() => {
    setState({ kind: 'loading' });
    setAttempt((count) => count + 1);
  }, []);
  return { state, retry };
}
