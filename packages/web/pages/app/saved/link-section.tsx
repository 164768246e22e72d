import '../documents/documents.css';
import '../documents/list.css';
import type { ListedDocumentBody, PublicLinkBody } from '@countersign/api/bodies';
import { EmptyState, Icon, Spinner } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import * as icons from '../../parts/icons.ts';
import { formatDateTime, usePageLanguage } from '../../parts/language.tsx';
import { useWatched } from '../../parts/polling.ts';
import { DocumentsTextProvider, useDocumentsText } from '../../parts/texts.tsx';
import type { PageApi } from '../../requests/page-api.ts';
import { isMissing, MissingItem } from '../documents/document-section.tsx';
import { LinkCard } from '../documents/timeline-card.tsx';
import { readFresh, WatchedRows } from '../documents/watched-documents.tsx';
import { PageHeading } from '../page-heading.tsx';
import { navigate, type SectionProps, useApp } from '../router.ts';
import { type RowAction, SavedRow, sharingAction } from './saved-row.tsx';

export function LinkCounts({ link }: { readonly link: PublicLinkBody }) {
  const text = useDocumentsText();
  return <span>{text('linkCounts', { ...link.counts })}</span>;
}

interface LinkActionsInput {
  readonly text: ReturnType<typeof useDocumentsText>;
  readonly api: PageApi;
  readonly link: PublicLinkBody;
  readonly user: { readonly userId: string };
  readonly onChanged: () => Promise<void>;
  readonly onCopied: (linkId: string) => void;
  /** By default a deletion reloads, as other changes do. */
  readonly onDeleted?: (() => Promise<void>) | undefined;
}

/** Only the owner changes a link; others may duplicate it. */
export function linkActions(input: LinkActionsInput): readonly RowAction[] {
  const { text, api, link, user, onChanged, onCopied, onDeleted = onChanged } = input;
  const { linkId, name, status, sharingSetting } = link;
  const path = `/v1/links/${linkId}`;
  const copy: RowAction = {
    label: text('duplicate'),
    icon: icons.copy,
    run: async () => onCopied((await api.post<{ linkId: string }>(`${path}/duplicate`, {})).linkId),
  };
  if (link.userId !== user.userId) return [copy];
  if (status === 'disabled') {
    const remove: RowAction = {
      label: text('delete'),
      icon: icons.trash,
      run: async () => {
        await api.delete(path);
        await onDeleted();
      },
      question: { title: text('deleteNamed', { name }), text: text('deleteLinkText') },
    };
    return [copy, remove];
  }
  const share = sharingAction(text, sharingSetting, async (next) => {
    await api.put(path, { ...(await api.get<object>(path)), sharingSetting: next });
    await onChanged();
  });
  const disable: RowAction = {
    label: text('disable'),
    icon: icons.lock,
    run: async () => {
      await api.put(`${path}/disable`, {});
      await onChanged();
    },
    question: { title: text('disableNamed', { name }), text: text('disableText') },
  };
  const edit: RowAction = {
    label: text('editLink'),
    icon: icons.pen,
    run: async () => navigate(`/links/${linkId}/edit`),
  };
  return [edit, copy, share, disable];
}

/** Shows `/links/{linkId}`. */
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
            text,
            api,
            link,
            user,
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
          empty={<EmptyState icon={icons.file} title={text('nothingSignedHere')} />}
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
      <Icon path={icons.next} />
    </li>
  );
}
