import { useEffect, useRef, useState } from 'preact/hooks';
import { useText } from '../text/text-context.ts';
import type { OpenedPdf } from './open-pdf.ts';

interface PageCanvasProps {
  readonly pdf: OpenedPdf;
  readonly index: number;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** The picture of a page, with its text for those who cannot see it. */
export function PageCanvas({ pdf, index, width, height }: PageCanvasProps) {
  const text = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [pageText, setPageText] = useState('');

  useEffect(() => {
    if (canvas.current === null) return;
    const abort = new AbortController();
    pdf.drawPage(index, canvas.current, { width, height }, abort.signal).then(
      () => setHasFailed(false),
      () => setHasFailed(true),
    );
    return () => abort.abort();
  }, [pdf, index, width, height]);

  useEffect(() => {
    pdf.readPageText(index).then(setPageText, () => setPageText(''));
  }, [pdf, index]);

  return (
    <>
      <div class="page-picture" aria-hidden="true">
        <canvas ref={canvas} class="page-canvas" />
      </div>
      {hasFailed && <p class="page-failed">{text('pageFailed')}</p>}
      <p class="visually-hidden">{pageText}</p>
    </>
  );
}
