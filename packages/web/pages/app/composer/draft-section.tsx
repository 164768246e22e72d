import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { useApp } from '../app-context.ts';
import { PageHeading } from '../page-heading.tsx';
import { navigate } from '../router.ts';
import type { SectionProps } from '../sections.ts';
import { ComposerView } from './composer.tsx';
import { ComposerContext } from './composer-context.ts';
import { type ComposerClient, createComposerClient } from './saving/composer-client.ts';
import { ComposerTextProvider, useComposerText } from './text.ts';
import './styles/composer.css';
import { FileWarnings } from './upload/file-warnings.tsx';
import { keepWarnings, recentWarnings } from './upload/recent-warnings.ts';
import { type OpenedDraft, useComposer } from './use-composer.ts';

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
  const { state, reload } = useLoaded(() => openDraft(client, draftId), draftId);
  if (state.kind === 'ready' && state.value.draft.status === 'draft')
    return <OpenDraft opened={state.value} client={client} />;
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

/** Reads a draft with what the composer needs besides. A draft that was sent leads to its document. */
async function openDraft(client: ComposerClient, draftId: string): Promise<OpenedDraft> {
  const [{ body: draft, etag }, capabilities] = await Promise.all([
    client.readDraft(draftId),
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
  return { draft, etag, template, capabilities, fields };
}

function OpenDraft({ opened, client }: { readonly opened: OpenedDraft; readonly client: ComposerClient }) {
  const text = useComposerText();
  const composer = useComposer(opened, client, tabStorage());
  const { draftId } = opened.draft;
  const [warnings, setWarnings] = useState(() => recentWarnings(draftId));
  const dismiss = () => {
    keepWarnings(draftId, []);
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
      <ComposerView fileId={composer.draft.fileId ?? null} />
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
