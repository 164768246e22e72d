import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { OpenedPdf } from '../../document/open-pdf.ts';
import { DocumentLanguage, useText } from '../text/text-context.ts';

interface PageCanvasProps {
  readonly pdf: OpenedPdf;
  readonly index: number;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** With its text for screen readers. */
export function PageCanvas({ pdf, index, width, height }: PageCanvasProps) {
  const text = useText();
  const language = useContext(DocumentLanguage);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [outcome, setOutcome] = useState<'drawn' | 'failed' | null>(null);
  const [pageText, setPageText] = useState('');

  useEffect(() => {
    if (canvas.current === null) return;
    const abort = new AbortController();
    pdf.drawPage(index, canvas.current, { width, height }, abort.signal).then(
      () => abort.signal.aborted || setOutcome('drawn'),
      () => abort.signal.aborted || setOutcome('failed'),
    );
    return () => abort.abort();
  }, [pdf, index, width, height]);

  // Rendering is then faster on a slow connection.
  useEffect(() => {
    if (outcome !== 'drawn') return;
    pdf.readPageText(index).then(setPageText, () => setPageText(''));
  }, [pdf, index, outcome]);

  return (
    <>
      <div class="page-picture" aria-hidden="true" data-outcome={outcome}>
        <canvas ref={canvas} class="page-canvas" />
      </div>
      {outcome === 'failed' && <p class="page-failed">{text('pageFailed')}</p>}
      <p class="visually-hidden" lang={language}>
        {pageText}
      </p>
    </>
  );
}
