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
import { createTemplateStore, type ItemStore } from './saving/item-store.ts';
import { ComposerTextProvider, useComposerText } from './text.ts';
import type { OpenedItem as Opened } from './use-composer.ts';

/** `/templates/{templateId}` */
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
        <EmptyState icon="template" title={text('templateOfColleague')}>
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
