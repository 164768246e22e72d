import { useMemo } from 'preact/hooks';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { useApp } from '../app-context.ts';
import { PageHeading } from '../page-heading.tsx';
import type { SectionProps } from '../sections.ts';
import { OpenedItem } from './opened-item.tsx';
import { type ComposerClient, createComposerClient } from './saving/composer-client.ts';
import { createLinkStore, type ItemStore, type Link } from './saving/item-store.ts';
import { ComposerTextProvider, useComposerText } from './text.ts';
import type { OpenedItem as Opened } from './use-composer.ts';

/** `/links/{linkId}/edit` */
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
        <EmptyState icon="link" title={text(isOwn ? 'linkClosed' : 'linkOfColleague')}>
          <a class="button" href={`/links/${linkId}`}>
            {text('showPublicLink')}
          </a>
        </EmptyState>
      )}
    </>
  );
}

async function openLink(
  store: ItemStore<Link>,
  client: ComposerClient,
  linkId: string,
): Promise<Opened & { readonly item: Link }> {
  const [{ body: item, etag }, capabilities, fields] = await Promise.all([
    store.read(linkId),
    client.readCapabilities(),
    // Boxes can be placed without the form.
    client.readFields({ linkId }).catch(() => []),
  ]);
  return { item, etag, template: null, capabilities, fields };
}
