import { useRef } from 'preact/hooks';
import type { Send } from '../../document/fetch-range.ts';
import { useElementWidth } from '../../document/use-element-width.ts';
import { usePdf } from '../../document/use-pdf.ts';
import { Icon } from '../../parts/icon.tsx';
import { useText } from '../text/text-context.ts';
import { PageView, type RenderLayers } from './page-view.tsx';

interface PdfPagesProps {
  readonly url: string;
  /** Another PDF is there now. */
  readonly onStale: () => void;
  readonly send: Send;
  readonly renderLayers?: RenderLayers | undefined;
}

export function PdfPages({ url, onStale, send, renderLayers }: PdfPagesProps) {
  const text = useText();
  const column = useRef<HTMLDivElement>(null);
  const width = useElementWidth(column);
  const { state, retry } = usePdf(url, onStale, send);

  return (
    <div class="document" ref={column}>
      <p class="print-note">{text('printPdf')}</p>
      {state.kind === 'loading' && <PagePlaceholder label={text('loading')} />}
      {state.kind === 'failed' && <DocumentFailed onRetry={retry} />}
      {state.kind === 'open' &&
        width > 0 &&
        Array.from({ length: state.pdf.pageCount }, (_, index) => (
          <PageView
            key={index}
            pdf={state.pdf}
            index={index}
            expectedSize={state.firstSize}
            availableWidth={width}
            renderLayers={renderLayers}
          />
        ))}
    </div>
  );
}

function PagePlaceholder({ label }: { readonly label: string }) {
  return (
    <div class="page page-placeholder" role="status">
      <span class="spinner" aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}

function DocumentFailed({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  return (
    <div class="notice notice-problem" role="alert">
      <Icon name="warning" />
      <p>{text('documentFailed')}</p>
      <button type="button" class="button" onClick={onRetry}>
        {text('tryAgain')}
      </button>
    </div>
  );
}
