import { useEffect, useRef, useState } from 'preact/hooks';
import type { OpenedPdf } from '../../../document/open-pdf.ts';
import { useComposerText } from '../../../parts/texts.tsx';

interface PagePictureProps {
  readonly pdf: OpenedPdf;
  readonly index: number;
  /** The width is in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Is true if screen readers read the page's text. */
  readonly isRead?: boolean | undefined;
}

export function PagePicture({ pdf, index, width, height, isRead = false }: PagePictureProps) {
  const text = useComposerText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [outcome, setOutcome] = useState<'drawn' | 'failed' | null>(null);
  const [pageText, setPageText] = useState('');
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const abort = new AbortController();
    pdf.drawPage(index, element, { width, height }, abort.signal).then(
      () => abort.signal.aborted || setOutcome('drawn'),
      () => abort.signal.aborted || setOutcome('failed'),
    );
    return () => {
      abort.abort();
      // Safari keeps the memory of a removed canvas for a while.
      element.width = 0;
      element.height = 0;
    };
  }, [pdf, index, width, height]);
  useEffect(() => {
    if (outcome === 'drawn' && isRead) pdf.readPageText(index).then(setPageText, () => setPageText(''));
  }, [pdf, index, outcome, isRead]);
  return (
    <>
      <span class="composer-picture" aria-hidden="true" data-outcome={outcome}>
        <canvas ref={canvas} class="composer-canvas" />
      </span>
      {outcome === 'failed' && <p class="composer-page-failed">{text('pageFailed')}</p>}
      {isRead && <p class="visually-hidden">{pageText}</p>}
    </>
  );
}
