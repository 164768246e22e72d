import '../../sign/styles/document.css';
import { pageText } from '@countersign/i18n';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { toPixels, useElementWidth } from '../../document/page-scale.ts';
import { type OpenPdfState, usePdf } from '../../document/use-pdf.ts';
import { Button, Icon, Notice } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import * as icons from '../../parts/icons.ts';
import { useLabels, usePageLanguage } from '../../parts/language.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';
import { PdfPages } from '../../sign/document-view.tsx';
import { TextContext } from '../../sign/parts.tsx';
import { useApp } from '../router.ts';

interface PdfPreviewProps {
  /** The path of the file in the API. */
  readonly path: string;
  readonly name: string;
}

/** Shows one page at a time, and all of them in a dialog. */
export function PdfPreview({ path, name }: PdfPreviewProps) {
  const [version, setVersion] = useState(0);
  const [isLarge, setLarge] = useState(false);
  const onStale = useCallback(() => setVersion((count) => count + 1), []);
  const file = { url: path, onStale };
  return (
    <>
      <PageStepper key={version} {...file} onOpen={() => setLarge(true)} />
      {isLarge && <LargeView key={version} {...file} name={name} onClose={() => setLarge(false)} />}
    </>
  );
}

interface PageStepperProps {
  readonly url: string;
  readonly onStale: () => void;
  readonly onOpen: () => void;
}

function PageStepper({ url, onStale, onOpen }: PageStepperProps) {
  const text = useDocumentsText();
  const label = useLabels();
  const { api } = useApp();
  const { state, retry } = usePdf(url, onStale, api.fetch);
  const [page, setPage] = useState(0);
  const pages = state.kind === 'open' ? state.pdf.pageCount : 1;
  return (
    <>
      <div class="preview-frame">
        {state.kind === 'loading' && <span class="preview-page skeleton" />}
        {state.kind === 'failed' && (
          <Notice mood="problem" action={<Button onClick={retry}>{label('tryAgain')}</Button>}>
            {text('previewFailed')}
          </Notice>
        )}
        {state.kind === 'open' && <PagePicture opened={state} page={page} onOpen={onOpen} />}
      </div>
      <div class="preview-foot">
        {state.kind === 'open' && (
          <>
            <div class="preview-steps">
              {pages > 1 && (
                <StepButton
                  label={text('pageBefore')}
                  isLast={page === 0}
                  isBack
                  onClick={() => setPage(page - 1)}
                />
              )}
              <span role="status">{text('pageOf', { page: page + 1, pages })}</span>
              {pages > 1 && (
                <StepButton
                  label={text('pageAfter')}
                  isLast={page === pages - 1}
                  onClick={() => setPage(page + 1)}
                />
              )}
            </div>
            <Button kind="quiet" icon={icons.eye} onClick={onOpen}>
              {text('viewDocument')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

interface StepButtonProps {
  readonly label: string;
  /** There is no page beyond, and the focus stays. */
  readonly isLast: boolean;
  readonly isBack?: boolean | undefined;
  readonly onClick: () => void;
}

function StepButton({ label, isLast, isBack = false, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      class={`icon-button ${isBack ? 'is-back' : ''}`}
      aria-label={label}
      aria-disabled={isLast}
      onClick={() => {
        if (!isLast) onClick();
      }}
    >
      <Icon path={icons.next} />
    </button>
  );
}

/** The frame has this height for its width, whatever the size of the page, and a margin in CSS pixels. */
const FRAME_HEIGHT = 1.25;
const FRAME_MARGIN = 16;

interface PagePictureProps {
  readonly opened: OpenPdfState;
  readonly page: number;
  readonly onOpen: () => void;
}

function PagePicture({ opened: { pdf, firstSize }, page, onOpen }: PagePictureProps) {
  const text = useDocumentsText();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const frameWidth = useElementWidth(frame);
  const [size, setSize] = useState(firstSize);
  const [outcome, setOutcome] = useState<'drawn' | 'failed' | null>(null);
  const room = { width: frameWidth - 2 * FRAME_MARGIN, height: frameWidth * FRAME_HEIGHT - 2 * FRAME_MARGIN };
  const scale = Math.max(Math.min(room.width / size.width, room.height / size.height), 0);
  const [width, height] = [size.width * scale, size.height * scale];
  useEffect(() => {
    const abort = new AbortController();
    pdf.readPageSize(page).then(
      (read) => abort.signal.aborted || setSize(read),
      () => undefined,
    );
    return () => abort.abort();
  }, [pdf, page]);
  useEffect(() => {
    if (canvas.current === null || width === 0) return;
    const abort = new AbortController();
    pdf.drawPage(page, canvas.current, { width, height }, abort.signal).then(
      () => abort.signal.aborted || setOutcome('drawn'),
      () => abort.signal.aborted || setOutcome('failed'),
    );
    return () => abort.abort();
  }, [pdf, page, width, height]);
  return (
    <div ref={frame} class="preview-room">
      {frameWidth > 0 && (
        <button
          type="button"
          class="preview-page light"
          aria-label={text('viewDocument')}
          style={{ width: toPixels(width), height: toPixels(height) }}
          data-outcome={outcome}
          onClick={onOpen}
        >
          <canvas ref={canvas} />
          {outcome === 'failed' && <span>{text('previewFailed')}</span>}
        </button>
      )}
    </div>
  );
}

interface LargeViewProps extends Omit<PageStepperProps, 'onOpen'> {
  readonly name: string;
  readonly onClose: () => void;
}

/** The document looks as on the signing page. */
function LargeView({ url, onStale, name, onClose }: LargeViewProps) {
  const label = useLabels();
  const { language } = usePageLanguage();
  const { api } = useApp();
  const text = useMemo(() => pageText(language), [language]);
  const footer = (
    <Button autofocus onClick={onClose}>
      {label('close')}
    </Button>
  );
  return (
    <Dialog title={name} shape="window" onClose={onClose} footer={footer}>
      <TextContext.Provider value={text}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus. */}
        <section class="preview-pages" aria-label={name} tabIndex={0}>
          <PdfPages url={url} onStale={onStale} send={api.fetch} />
        </section>
      </TextContext.Provider>
    </Dialog>
  );
}
