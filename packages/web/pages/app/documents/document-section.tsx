import './documents.css';
import './document.css';
import type { DocumentBody } from '@countersign/api/bodies';
import { EmptyState, Icon } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import * as icons from '../../parts/icons.ts';
import { useWatched } from '../../parts/polling.ts';
import { DocumentsTextProvider, useDocumentsText } from '../../parts/texts.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { RequestRefused } from '../../requests/request-json.ts';
import { PageHeading } from '../page-heading.tsx';
import { type SectionProps, useApp } from '../router.ts';
import { DocumentActions } from './document-actions-bar.tsx';
import { DocumentState } from './document-state.tsx';
import { FactsCard } from './facts-card.tsx';
import { progressOf, StatusBadge } from './model.tsx';
import { PreviewCard, PreviewSkeleton } from './preview-card.tsx';
import { SigneeList } from './signee-list.tsx';
import { TimelineCard, useDocumentEvents } from './timeline-card.tsx';
import { UndeliveredNotice } from './undelivered-notice.tsx';
import { readFresh } from './watched-documents.tsx';

/** The document is unknown, deleted, or private to a colleague. */
export function isMissing(error: unknown): boolean {
  return error instanceof RequestRefused && [400, 403, 404, 410].includes(error.status);
}

/** All these cases have one page, so that it does not reveal which one it is. */
export function MissingItem() {
  const text = useDocumentsText();
  return (
    <>
      <PageHeading title={text('missingTitle')} />
      <EmptyState icon={icons.search} title={text('missingText')}>
        <p>{text('missingHint')}</p>
        <a class="button button-primary" href="/documents">
          {text('toDocuments')}
        </a>
      </EmptyState>
    </>
  );
}

/** Shows `/documents/{documentId}` [2.2-16]. */
export function DocumentSection({ params }: SectionProps) {
  return (
    <DocumentsTextProvider>
      <DocumentPage documentId={params.documentId ?? ''} />
    </DocumentsTextProvider>
  );
}

function DocumentPage({ documentId }: { readonly documentId: string }) {
  const { api } = useApp();
  const path = `/v1/docs/${encodeURIComponent(documentId)}`;
  const { state, reload } = useWatched(path, readFresh<DocumentBody>(api, path));
  if (state.kind === 'loading') return <DocumentSkeleton />;
  if (state.kind === 'failed' && isMissing(state.error)) return <MissingItem />;
  if (state.kind === 'failed') return <FailureNotice error={state.error} onRetry={reload} />;
  return <LoadedDocument document={state.value.body} version={state.value.etag} onChanged={reload} />;
}

interface LoadedDocumentProps {
  readonly document: DocumentBody;
  /** The version changes with the document. */
  readonly version: string | null;
  readonly onChanged: () => Promise<void>;
}

/** State, next action and people come first, then the document, what happened, and the details. */
function LoadedDocument({ document, version, onChanged }: LoadedDocumentProps) {
  const { user } = useApp();
  const toast = useToast();
  const history = useDocumentEvents(document.documentId, version);
  const events = history.state.kind === 'ready' ? history.state.value : [];
  // Some events, such as new links, leave the document as it is.
  const refresh = async () => {
    await Promise.all([onChanged(), history.reload()]);
  };
  const shared = { document, onChanged: refresh, onMessage: (said: string) => toast({ text: said }) };
  return (
    <div class="documents">
      <Crumb list="documents" name={document.name} />
      <div class="document-heading">
        <PageHeading title={document.name} badge={<StatusBadge document={progressOf(document, user)} />}>
          <DocumentActions {...shared} />
        </PageHeading>
      </div>
      <div class="record-columns">
        <div class="record-column">
          <section class="card document-people" aria-labelledby="signees-title">
            <DocumentState document={document} />
            <UndeliveredNotice documentId={document.documentId} onRetried={refresh} />
            <SigneeList {...shared} events={events} />
          </section>
          <TimelineCard document={document} history={history} />
        </div>
        <div class="record-column">
          <PreviewCard
            path={`/v1/docs/${document.documentId}/file`}
            name={document.name}
            version={document.status}
          />
          <FactsCard document={document} events={events} onChanged={onChanged} />
        </div>
      </div>
    </div>
  );
}

interface CrumbProps {
  readonly list: 'documents' | 'links';
  readonly name: string;
}

/** The way back to the list that the page belongs to. */
export function Crumb({ list, name }: CrumbProps) {
  const text = useDocumentsText();
  return (
    <nav class="document-crumb" aria-label={text('wayBack')}>
      <a class="text-link" href={`/${list}`}>
        {text(`${list}Title`)}
      </a>
      <Icon path={icons.next} />
      <span class="soft" aria-current="page">
        {name}
      </span>
    </nav>
  );
}

/** The parts are where the loaded page has them. */
export function DocumentSkeleton() {
  const text = useDocumentsText();
  return (
    <div class="documents" role="status">
      <span class="visually-hidden">{text('loadingDocument')}</span>
      <div class="document-crumb">
        <span class="skeleton skeleton-line" />
      </div>
      <div class="document-heading">
        <div class="page-heading">
          <span class="skeleton skeleton-title" />
          <span class="skeleton skeleton-badge" />
          <div class="form-actions">
            <span class="skeleton skeleton-button" />
          </div>
        </div>
      </div>
      <div class="record-columns">
        <div class="record-column">
          <div class="card document-people">
            <div class="document-state">
              <span class="skeleton skeleton-line" />
              <span class="skeleton skeleton-line" />
              <span class="skeleton skeleton-row" />
            </div>
          </div>
        </div>
        <div class="record-column">
          <PreviewSkeleton />
        </div>
      </div>
    </div>
  );
}
