import { useLoaded } from '../../parts/hooks.ts';
import { useDocumentsText } from '../../parts/texts.tsx';

interface PreviewCardProps {
  /** The path of the file in the API. */
  readonly path: string;
  readonly name: string;
  /** Another version has another file at the same path. */
  readonly version: string;
}

/** pdf.js is loaded after the rest of the page. */
export function PreviewCard({ path, name, version }: PreviewCardProps) {
  const text = useDocumentsText();
  const { state } = useLoaded(async () => (await import('./pdf-preview.tsx')).PdfPreview, '');
  if (state.kind === 'failed') throw state.error;
  return (
    <section class="card preview-card" aria-labelledby="preview-title">
      <h2 id="preview-title" class="visually-hidden">
        {text('previewTitle')}
      </h2>
      {state.kind === 'ready' ? <state.value key={version} path={path} name={name} /> : <PreviewFrame />}
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
