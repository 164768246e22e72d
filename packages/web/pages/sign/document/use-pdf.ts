import { useCallback, useEffect, useState } from 'preact/hooks';
import type { OpenedPdf } from './open-pdf.ts';
import type { Size } from './page-scale.ts';

export type PdfState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'open'; readonly pdf: OpenedPdf; readonly firstSize: Size };

async function loadPdf(url: string, onLost: () => void): Promise<PdfState> {
  const { openPdf } = await import('./open-pdf.ts');
  const pdf = await openPdf(url, onLost);
  return { kind: 'open', pdf, firstSize: await pdf.readPageSize(0) };
}

/** Loads pdf.js and the document; `retry` loads the document again. */
export function usePdf(url: string): { readonly state: PdfState; readonly retry: () => void } {
  const [state, setState] = useState<PdfState>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    const fail = (): void => {
      if (isCurrent) setState({ kind: 'failed' });
    };
    const loading = loadPdf(url, fail).catch((): PdfState => ({ kind: 'failed' }));
    loading.then((loaded) => isCurrent && setState(loaded));
    return () => {
      isCurrent = false;
      loading.then((loaded) => (loaded.kind === 'open' ? loaded.pdf.close() : undefined));
    };
  }, [url, attempt]);

  const retry = useCallback(() => {
    setState({ kind: 'loading' });
    setAttempt((count) => count + 1);
  }, []);
  return { state, retry };
}
