import type { DocumentBody } from '@countersign/api/bodies';
import './documents.css';
import { useState } from 'preact/hooks';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { useWatched } from '../../parts/use-watched.ts';
import { useApp } from '../app-context.ts';
import { PageHeading } from '../page-heading.tsx';
import type { SectionProps } from '../sections.ts';
import { DocumentActions } from './document-actions-bar.tsx';
import { FactsCard } from './facts-card.tsx';
import { isMissing, MissingItem } from './missing-item.tsx';
import { PreviewCard } from './preview-card.tsx';
import { SigneesCard } from './signees-card.tsx';
import { StatusNotice } from './status-notice.tsx';
import { DocumentsTextProvider, useDocumentsText } from './text.ts';
import { TimelineCard } from './timeline-card.tsx';
import { readFresh } from './watched-list.ts';

/** `/documents/{documentId}` [2.2-16]. */
export function DocumentSection({ params }: SectionProps) {
  return (
    <DocumentsTextProvider>
      <DocumentPage documentId={params.documentId ?? ''} />
    </DocumentsTextProvider>
  );
}

function DocumentPage({ documentId }: { readonly documentId: string }) {
  const text = useDocumentsText();
  const { api } = useApp();
  const path = `/v1/docs/${encodeURIComponent(documentId)}`;
  const { state, reload } = useWatched(path, readFresh<DocumentBody>(api, path));
  if (state.kind === 'loading') return <Spinner label={text('loadingDocument')} />;
  if (state.kind === 'failed' && isMissing(state.error)) return <MissingItem />;
  if (state.kind === 'failed') return <FailureNotice error={state.error} onRetry={reload} />;
  return <LoadedDocument document={state.value.body} version={state.value.etag} onChanged={reload} />;
}

interface LoadedDocumentProps {
  readonly document: DocumentBody;
  /** Changes with the document. */
  readonly version: string | null;
  readonly onChanged: () => Promise<void>;
}

function LoadedDocument({ document, version, onChanged }: LoadedDocumentProps) {
  const text = useDocumentsText();
  const [message, setMessage] = useState<string | null>(null);
  return (
    <div class="documents">
      <nav aria-label={text('wayBack')}>
        <a class="text-link" href="/documents">
          {text('toDocuments')}
        </a>
      </nav>
      <PageHeading title={document.name}>
        <DocumentActions document={document} onChanged={onChanged} onMessage={setMessage} />
      </PageHeading>
      <StatusNotice document={document} message={message} />
      <div class="document-columns">
        <div class="document-column">
          <SigneesCard document={document} onChanged={onChanged} onMessage={setMessage} />
          <PreviewCard document={document} />
        </div>
        <div class="document-column">
          <TimelineCard documentId={document.documentId} version={version} />
          <FactsCard document={document} onChanged={onChanged} />
        </div>
      </div>
    </div>
  );
}
