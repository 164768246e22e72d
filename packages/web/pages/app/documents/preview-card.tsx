import type { DocumentBody } from '@countersign/api/bodies';
import { useLoaded } from '../../parts/hooks.ts';
import { useDocumentsText } from '../../parts/texts.tsx';

/** pdf.js is loaded after the rest of the page. */
export function PreviewCard({ document }: { readonly document: DocumentBody }) {
  const text = useDocumentsText();
  const { state } = useLoaded(async () => (await import('./pdf-preview.tsx')).PdfPreview, '');
  if (state.kind === 'failed') throw state.error;
  return (
    <section class="card preview-card" aria-labelledby="preview-title">
      <h2 id="preview-title" class="visually-hidden">
        {text('previewTitle')}
      </h2>
      {/* Another status has another PDF. */}
      {state.kind === 'ready' ? (
        <state.value key={document.status} documentId={document.documentId} name={document.name} />
      ) : (
        <PreviewFrame />
      )}
    </section>
  );
}

export function PreviewSkeleton() {
  return (
    <div class="card preview-card">
      <PreviewFrame />
    </div>
  );
}

/** The page takes this place when it is drawn. */
function PreviewFrame() {
  return (
    <>
      <div class="preview-frame">
        <span class="preview-page skeleton" />
      </div>
      <div class="preview-foot" />
    </>
  );
}
