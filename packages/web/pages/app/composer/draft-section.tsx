import { useMemo } from 'preact/hooks';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { useApp } from '../app-context.ts';
import { PageHeading } from '../page-heading.tsx';
import { navigate } from '../router.ts';
import type { SectionProps } from '../sections.ts';
import { OpenedItem } from './opened-item.tsx';
import { type ComposerClient, createComposerClient } from './saving/composer-client.ts';
import { createDraftStore, type Draft, type ItemStore } from './saving/item-store.ts';
import { ComposerTextProvider, useComposerText } from './text.ts';
import type { OpenedItem as Opened } from './use-composer.ts';

/** `/drafts/{draftId}`: the composer. */
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
        <EmptyState icon="clock" title={text('draftExpired')}>
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
  store: ItemStore<Draft>,
  client: ComposerClient,
  draftId: string,
): Promise<Opened & { readonly item: Draft }> {
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
