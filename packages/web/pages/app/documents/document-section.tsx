import './documents.css';
import type { DocumentBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { EmptyState, Notice, Spinner } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import * as icons from '../../parts/icons.ts';
import { formatDateTime, usePageLanguage } from '../../parts/language.tsx';
import { useWatched } from '../../parts/polling.ts';
import { DocumentsTextProvider, useDocumentsText } from '../../parts/texts.tsx';
import { RequestRefused } from '../../requests/request-json.ts';
import { PageHeading } from '../page-heading.tsx';
import { type SectionProps, useApp } from '../router.ts';
import { DocumentActions } from './document-actions-bar.tsx';
import { FactsCard, PreviewCard } from './facts-cards.tsx';
import { isOwn, nameOf, signeesInTurn } from './model.tsx';
import { SigneesCard } from './signees-card.tsx';
import { TimelineCard } from './timeline-card.tsx';
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

interface StatusNoticeProps {
  readonly document: DocumentBody;
  /** The message is about the last action. */
  readonly message: string | null;
}

function StatusNotice({ document, message }: StatusNoticeProps) {
  const sentence = useStatusSentence(document);
  const { status, errorMessage, declined, sealing } = document;
  const isTroubled = status === 'error' || sealing !== undefined;
  const mood = isTroubled ? 'problem' : status === 'completed' ? 'good' : 'calm';
  return (
    <>
      <Notice mood={mood}>{sentence}</Notice>
      {errorMessage !== undefined && <p class="document-problem">{errorMessage}</p>}
      {declined !== undefined && <blockquote class="decline-reason">{declined.reason}</blockquote>}
      <p class="action-message" role="status">
        {message}
      </p>
    </>
  );
}

function useStatusSentence(document: DocumentBody): string {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  const { user } = useApp();
  const { status, completedAt, revokedAt, isExpired, declined, sealing, signeeDetails } = document;
  const date = (moment: string | null) => (moment === null ? '' : formatDateTime(language, moment));
  const next = signeesInTurn(document);
  switch (status) {
    case 'completed':
      return text('state_completed', { date: date(completedAt) });
    case 'error':
      return text('state_error');
    case 'awaiting_signatures':
      if (sealing !== undefined)
        return text('state_sealingDelayed', { reason: sealing.reason, date: date(sealing.nextAttemptAt) });
      if (next.length === 0) return text('state_sealing');
      if (next.some((signee) => isOwn(signee, user)))
        return text('state_yourTurn', { others: next.length - 1 });
      return text('state_waiting', { name: nameOf(next[0] ?? EMPTY), others: next.length - 1 });
    case 'revoked': {
      const by = signeeDetails.find(({ signeeId }) => signeeId === declined?.signeeId);
      if (by !== undefined) return text('state_declined', { name: nameOf(by), date: date(revokedAt) });
      return text(isExpired === true ? 'state_expired' : 'state_revoked', { date: date(revokedAt) });
    }
    case 'processing':
      return text('state_processing');
    default:
      return text('state_created');
  }
}

const EMPTY = { fullName: '', emailAddress: null, phoneNumber: null };

/** Shows `/documents/{documentId}` [2.2-16]. */
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
  /** The version changes with the document. */
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
