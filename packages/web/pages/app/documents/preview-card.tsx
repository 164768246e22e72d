import type { DocumentBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { useDocumentsText } from './text.ts';

/** pdf.js is loaded on request: many come only to see who has signed. */
export function PreviewCard({ document }: { readonly document: DocumentBody }) {
  const text = useDocumentsText();
  const [isShown, setShown] = useState(false);
  return (
    <section class="card preview-card" aria-labelledby="preview-title">
      <div class="card-head">
        <h2 id="preview-title">{text('previewTitle')}</h2>
        <Button kind="quiet" icon="eye" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {text(isShown ? 'hidePreview' : 'showPreview')}
        </Button>
      </div>
      {/* Another status has another PDF. */}
      {isShown && <LazyPreview key={document.status} documentId={document.documentId} />}
    </section>
  );
}

function LazyPreview({ documentId }: { readonly documentId: string }) {
  const text = useDocumentsText();
  const { state } = useLoaded(async () => (await import('./pdf-preview.tsx')).PdfPreview, '');
  if (state.kind === 'failed') throw state.error;
  if (state.kind === 'loading') return <Spinner label={text('loadingDocument')} />;
  return <state.value documentId={documentId} />;
}
