import type { ListedDocumentBody, PublicLinkBody } from '@countersign/api/bodies';
import '../documents/documents.css';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { formatDateTime } from '../../parts/format-date.ts';
import { Icon } from '../../parts/icon.tsx';
import { usePageLanguage } from '../../parts/language.ts';
import { Spinner } from '../../parts/spinner.tsx';
import { useWatched } from '../../parts/use-watched.ts';
import { useApp } from '../app-context.ts';
import { LinkCard } from '../documents/link-card.tsx';
import { isMissing, MissingItem } from '../documents/missing-item.tsx';
import { DocumentsTextProvider, useDocumentsText } from '../documents/text.ts';
import { readFresh } from '../documents/watched-list.ts';
import { WatchedRows } from '../documents/watched-rows.tsx';
import { PageHeading } from '../page-heading.tsx';
import { navigate } from '../router.ts';
import type { SectionProps } from '../sections.ts';
import { LinkCounts, linkActions } from './public-link.tsx';
import { SavedRow } from './saved-row.tsx';

/** `/links/{linkId}` */
export function LinkSection({ params }: SectionProps) {
  return (
    <DocumentsTextProvider>
      <LinkPage linkId={params.linkId ?? ''} />
    </DocumentsTextProvider>
  );
}

function LinkPage({ linkId }: { readonly linkId: string }) {
  const text = useDocumentsText();
  const { api } = useApp();
  const path = `/v1/links/${encodeURIComponent(linkId)}`;
  const { state, reload } = useWatched(path, readFresh<PublicLinkBody>(api, path));
  if (state.kind === 'loading') return <Spinner label={text('loadingDocuments')} />;
  if (state.kind === 'failed' && isMissing(state.error)) return <MissingItem />;
  if (state.kind === 'failed') return <FailureNotice error={state.error} onRetry={reload} />;
  return <LoadedLink link={state.value.body} path={path} onChanged={reload} />;
}

interface LoadedLinkProps {
  readonly link: PublicLinkBody;
  readonly path: string;
  readonly onChanged: () => Promise<void>;
}

function LoadedLink({ link, path, onChanged }: LoadedLinkProps) {
  const text = useDocumentsText();
  const { api, user } = useApp();
  const { name, url, status } = link;
  return (
    <div class="documents">
      <PageHeading title={name} />
      <ul class="document-rows">
        <SavedRow
          title={text(`link_${status}`)}
          facts={<LinkCounts link={link} />}
          actions={linkActions({
            ...{ text, api, link, user },
            onChanged,
            onCopied: (copyId) => navigate(`/links/${copyId}`),
            onDeleted: async () => navigate('/links'),
          })}
        />
      </ul>
      {status === 'active' && <LinkCard heading="h2" title={text('handOut')} url={url} />}
      <section class="card" aria-labelledby="link-documents">
        <h2 id="link-documents">{text('signedHere')}</h2>
        <WatchedRows<ListedDocumentBody>
          path={`${path}/documents`}
          member="documents"
          label={text('signedHere')}
          empty={<EmptyState icon="file" title={text('nothingSignedHere')} />}
          renderRow={(document) => <SignedDocument key={document.documentId} document={document} />}
        />
      </section>
    </div>
  );
}

function SignedDocument({ document }: { readonly document: ListedDocumentBody }) {
  const { language } = usePageLanguage();
  return (
    <li class="document-row">
      <a class="document-link" href={`/documents/${document.documentId}`}>
        <span class="document-name">{document.name}</span>
        <span class="document-facts">{formatDateTime(language, document.createdAt)}</span>
      </a>
      <Icon name="next" />
    </li>
  );
}
