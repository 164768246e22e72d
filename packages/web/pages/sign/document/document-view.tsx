import type { SigningView } from '@countersign/signing';
import { useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { useElementWidth } from '../parts/use-element-width.ts';
import { useText } from '../text/text-context.ts';
import type { PageLayers } from './page-layers.ts';
import { PageView } from './page-view.tsx';
import { usePdf } from './use-pdf.ts';

interface DocumentViewProps {
  readonly view: SigningView;
  readonly documentUrl: string;
  readonly layers: PageLayers;
  /** The service has another PDF now. */
  readonly onStale: () => void;
}

export function DocumentView({ view, documentUrl, layers, onStale }: DocumentViewProps) {
  const text = useText();
  const column = useRef<HTMLDivElement>(null);
  const width = useElementWidth(column);
  const { state, retry } = usePdf(documentUrl, onStale);

  return (
    <div class="document" ref={column}>
      {state.kind === 'loading' && <PagePlaceholder label={text('loading')} />}
      {state.kind === 'failed' && <DocumentFailed onRetry={retry} />}
      {state.kind === 'open' &&
        width > 0 &&
        Array.from({ length: state.pdf.pageCount }, (_, index) => (
          <PageView
            key={index}
            view={view}
            pdf={state.pdf}
            index={index}
            expectedSize={state.firstSize}
            availableWidth={width}
            layers={layers}
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
