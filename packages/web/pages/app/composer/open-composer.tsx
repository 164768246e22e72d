import './styles/composer.css';
import { useMemo, useState } from 'preact/hooks';
import { Button, EmptyState, Notice, Spinner } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useLoaded } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { ComposerTextProvider, useComposerText } from '../../parts/texts.tsx';
import { PageHeading } from '../page-heading.tsx';
import { navigate, type SectionProps, useApp } from '../router.ts';
import { ComposerView } from './composer.tsx';
import {
  type ComposerClient,
  createComposerClient,
  createDraftStore,
  createLinkStore,
  createTemplateStore,
  type ItemStore,
  type SavedDraft,
  type SavedLink,
} from './saving/item-store.ts';
import type { OpenedItem as Opened } from './saving/use-autosave.ts';
import { FileWarnings, keepWarnings, recentWarnings } from './upload/upload-items.tsx';
import { ComposerContext, useComposer } from './use-composer.ts';

interface OpenedItemProps {
  readonly opened: Opened;
  readonly store: ItemStore;
  readonly client: ComposerClient;
}

function OpenedItem({ opened, store, client }: OpenedItemProps) {
  const text = useComposerText();
  const { account } = useApp();
  const composer = useComposer(opened, store, client, tabStorage(), account.language);
  const { id } = opened.item;
  const [warnings, setWarnings] = useState(() => recentWarnings(id));
  const dismiss = () => {
    keepWarnings(id, []);
    setWarnings([]);
  };
  return (
    <ComposerContext.Provider value={composer}>
      {warnings.length > 0 && (
        <div class="composer-banner">
          <Notice mood="calm" action={<Button onClick={dismiss}>{text('understood')}</Button>}>
            {text('fileChanged')}
          </Notice>
          <FileWarnings warnings={warnings} />
        </div>
      )}
      <ComposerView fileId={composer.item.fileId ?? null} />
    </ComposerContext.Provider>
  );
}

function tabStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** Shows the composer at `/drafts/{draftId}`. */
export function DraftSection({ params }: SectionProps) {
  return (
    <ComposerTextProvider>
      <DraftPage key={params.draftId} draftId={params.draftId ?? ''} />
    </ComposerTextProvider>
  );
}

function DraftPage({ draftId }: { readonly draftId: string }) {
  const text = useComposerText();
  const { api } = useApp();
  const client = useMemo(() => createComposerClient(api), [api]);
  const store = useMemo(() => createDraftStore(api), [api]);
  const { state, reload } = useLoaded(() => openDraft(store, client, draftId), draftId);
  if (state.kind === 'ready' && state.value.item.status === 'draft')
    return <OpenedItem opened={state.value} store={store} client={client} />;
  return (
    <>
      <PageHeading title={text('draft')} />
      {state.kind === 'loading' && <Spinner label={text('loading')} />}
      {state.kind === 'failed' && <FailureNotice error={state.error} onRetry={reload} />}
      {state.kind === 'ready' && (
        <EmptyState icon={icons.clock} title={text('draftExpired')}>
          <a class="button" href="/new">
            {text('newTitle')}
          </a>
        </EmptyState>
      )}
    </>
  );
}

/** A draft that was sent leads to its document. */
async function openDraft(
  store: ItemStore<SavedDraft>,
  client: ComposerClient,
  draftId: string,
): Promise<Opened & { readonly item: SavedDraft }> {
  const [{ body: draft, etag }, capabilities] = await Promise.all([
    store.read(draftId),
    client.readCapabilities(),
  ]);
  if (draft.documentId !== null) navigate(`/documents/${draft.documentId}`, { replace: true });
  const { fileId, templateId } = draft;
  const hasSource = fileId !== undefined || templateId !== undefined;
  const [template, fields] = await Promise.all([
    templateId === undefined ? null : client.readTemplate(templateId),
    // Boxes can be placed without the form.
    hasSource ? client.readFields({ fileId, templateId }).catch(() => []) : [],
  ]);
  return { item: draft, etag, template, capabilities, fields };
}

/** Shows the composer at `/links/{linkId}/edit`. */
export function EditLinkSection({ params }: SectionProps) {
  return (
    <ComposerTextProvider>
      <EditLinkPage key={params.linkId} linkId={params.linkId ?? ''} />
    </ComposerTextProvider>
  );
}

function EditLinkPage({ linkId }: { readonly linkId: string }) {
  const text = useComposerText();
  const { api, user } = useApp();
  const client = useMemo(() => createComposerClient(api), [api]);
  const store = useMemo(() => createLinkStore(api), [api]);
  const { state, reload } = useLoaded(() => openLink(store, client, linkId), linkId);
  const item = state.kind === 'ready' ? state.value.item : null;
  const isOwn = item?.userId === user.userId;
  if (state.kind === 'ready' && isOwn && item?.status === 'active')
    return <OpenedItem opened={state.value} store={store} client={client} />;
  return (
    <>
      <PageHeading title={text('publicLink')} />
      {state.kind === 'loading' && <Spinner label={text('loading')} />}
      {state.kind === 'failed' && <FailureNotice error={state.error} onRetry={reload} />}
      {state.kind === 'ready' && (
        <EmptyState icon={icons.link} title={text(isOwn ? 'linkClosed' : 'linkOfColleague')}>
          <a class="button" href={`/links/${linkId}`}>
            {text('showPublicLink')}
          </a>
        </EmptyState>
      )}
    </>
  );
}

async function openLink(
  store: ItemStore<SavedLink>,
  client: ComposerClient,
  linkId: string,
): Promise<Opened & { readonly item: SavedLink }> {
  const [{ body: item, etag }, capabilities, fields] = await Promise.all([
    store.read(linkId),
    client.readCapabilities(),
    // Boxes can be placed without the form.
    client.readFields({ linkId }).catch(() => []),
  ]);
  return { item, etag, template: null, capabilities, fields };
}

/** Shows the composer at `/templates/{templateId}`. */
export function TemplateSection({ params }: SectionProps) {
  return (
    <ComposerTextProvider>
      <TemplatePage key={params.templateId} templateId={params.templateId ?? ''} />
    </ComposerTextProvider>
  );
}

function TemplatePage({ templateId }: { readonly templateId: string }) {
  const text = useComposerText();
  const { api, user } = useApp();
  const client = useMemo(() => createComposerClient(api), [api]);
  const store = useMemo(() => createTemplateStore(api), [api]);
  const { state, reload } = useLoaded(() => openTemplate(store, client, templateId), templateId);
  if (state.kind === 'ready' && state.value.item.userId === user.userId)
    return <OpenedItem opened={state.value} store={store} client={client} />;
  return (
    <>
      <PageHeading title={text('template')} />
      {state.kind === 'loading' && <Spinner label={text('loading')} />}
      {state.kind === 'failed' && <FailureNotice error={state.error} onRetry={reload} />}
      {state.kind === 'ready' && (
        <EmptyState icon={icons.template} title={text('templateOfColleague')}>
          <a class="button" href={`/new?template=${templateId}`}>
            {text('useTemplate')}
          </a>
        </EmptyState>
      )}
    </>
  );
}

async function openTemplate(store: ItemStore, client: ComposerClient, templateId: string): Promise<Opened> {
  const [{ body: item, etag }, capabilities, fields] = await Promise.all([
    store.read(templateId),
    client.readCapabilities(),
    // Boxes can be placed without the form.
    client.readFields({ templateId }).catch(() => []),
  ]);
  return { item, etag, template: null, capabilities, fields };
}
