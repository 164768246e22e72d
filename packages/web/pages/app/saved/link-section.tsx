import '../documents/documents.css';
import '../documents/document.css';
import type { ListedDocumentBody, PublicLinkBody } from '@countersign/api/bodies';
import { Icon } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import * as icons from '../../parts/icons.ts';
import { LANGUAGE_NAMES, shellLanguage, usePageLanguage } from '../../parts/language.tsx';
import { useWatched } from '../../parts/polling.ts';
import { QrCode } from '../../parts/qr-code.tsx';
import { DocumentsTextProvider, useDocumentsText } from '../../parts/texts.tsx';
import { DayTime, sayMoment } from '../../parts/times.tsx';
import type { PageApi } from '../../requests/page-api.ts';
import { CopyButton } from '../copy-button.tsx';
import { Crumb, DocumentSkeleton, isMissing, MissingItem } from '../documents/document-section.tsx';
import { PreviewCard } from '../documents/preview-card.tsx';
import { readFresh, WatchedRows } from '../documents/watched-documents.tsx';
import { PageHeading } from '../page-heading.tsx';
import { navigate, type SectionProps, useApp } from '../router.ts';
import { type RowAction, RowActions, sharingAction } from './saved-row.tsx';

export function LinkBadge({ link: { status } }: { readonly link: PublicLinkBody }) {
  const text = useDocumentsText();
  return <span class={`badge ${status === 'active' ? 'is-good' : ''}`}>{text(`link_${status}`)}</span>;
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
  const { api } = useApp();
  const path = `/v1/links/${encodeURIComponent(linkId)}`;
  const { state, reload } = useWatched(path, readFresh<PublicLinkBody>(api, path));
  if (state.kind === 'loading') return <DocumentSkeleton />;
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
  const { name, url, status, updatedAt } = link;
  const actions = linkActions({
    text,
    api,
    link,
    user,
    onChanged,
    onCopied: (copyId) => navigate(`/links/${copyId}`),
    onDeleted: async () => navigate('/links'),
  });
  const edit = actions.find(({ icon }) => icon === icons.pen);
  return (
    <div class="documents">
      <Crumb list="links" name={name} />
      <div class="document-heading">
        <PageHeading title={name} badge={<LinkBadge link={link} />}>
          <RowActions title={name} main={edit} actions={actions.filter((action) => action !== edit)} />
        </PageHeading>
      </div>
      <div class="record-columns">
        <div class="record-column">
          {status === 'active' && (
            <section class="card hand-out" aria-labelledby="hand-out-title">
              <div class="hand-out-words">
                <h2 id="hand-out-title">{text('handOut')}</h2>
                <p class="soft">{text('handOutText')}</p>
                <code>{url}</code>
                <div class="form-actions">
                  <CopyButton kind="primary" value={url} label={text('copyAddress')} />
                </div>
              </div>
              <QrCode content={url} label={text('qrCodeOf', { title: name })} />
            </section>
          )}
          <section class="card link-documents" aria-labelledby="link-documents">
            <h2 id="link-documents">{text('signedHere')}</h2>
            <WatchedRows<ListedDocumentBody>
              path={`${path}/documents`}
              member="documents"
              label={text('signedHere')}
              empty={<p class="soft">{text('nothingSignedHere')}</p>}
              renderRow={(document) => <SignedDocument key={document.documentId} document={document} />}
            />
          </section>
        </div>
        <div class="record-column">
          <LinkFacts link={link} />
          <PreviewCard path={`${path}/source-file`} name={name} version={updatedAt} />
        </div>
      </div>
    </div>
  );
}

/** How far visitors came, and what the link is. */
function LinkFacts({ link }: { readonly link: PublicLinkBody }) {
  const text = useDocumentsText();
  const { account } = useApp();
  const { counts, createdAt, language, sharingSetting } = link;
  const facts = [
    [text('linkOpened'), text('countShown', { count: counts.opened })],
    [text('linkStarted'), text('countShown', { count: counts.started })],
    [text('linkSigned'), text('countShown', { count: counts.completed })],
    [text('linkMade'), <DayTime key="made" moment={createdAt} timeZone={account.timeZone} />],
    [text('fact_language'), LANGUAGE_NAMES[shellLanguage(language)]],
    [text('fact_sharing'), text(sharingSetting === 'shared' ? 'sharing_shared' : 'sharing_private')],
  ] as const;
  return (
    <section class="card" aria-labelledby="facts-title">
      <h2 id="facts-title">{text('factsTitle')}</h2>
      <dl class="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function SignedDocument({ document }: { readonly document: ListedDocumentBody }) {
  const { language } = usePageLanguage();
  const { account } = useApp();
  const { documentId, name, createdAt } = document;
  return (
    <li class="document-row">
      <a class="document-link" href={`/documents/${documentId}`}>
        <span class="document-name">{name}</span>
        <span class="document-facts">{sayMoment(language, account.timeZone, createdAt)}</span>
      </a>
      <Icon path={icons.next} />
    </li>
  );
}
