import './styles/composer.css';
import type { Language } from '@countersign/base/locale';
import { toMegabytes } from '@countersign/signing/limits';
import { useCallback, useEffect, useMemo } from 'preact/hooks';
import { Button, Icon, Spinner } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction, useLoaded } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { usePageLanguage } from '../../parts/language.tsx';
import { ComposerTextProvider, useComposerText } from '../../parts/texts.tsx';
import { takeDroppedFiles } from '../documents/drop-to-send.tsx';
import { PageHeading } from '../page-heading.tsx';
import { navigate, type SectionProps, useApp } from '../router.ts';
import { toConfiguration } from './configuration.ts';
import { addSignee, EMPTY_DRAFT } from './draft.ts';
import { type Capabilities, type ComposerClient, createComposerClient } from './saving/item-store.ts';
import { FileDrop, keepWarnings, UploadItems } from './upload/upload-items.tsx';
import { documentName, joinFiles, readyFiles, useUploads } from './upload/uploads.ts';

/** Others are on the page of templates. */
const MAX_TEMPLATES = 6;

/** `/new?template=...` begins with a template, `/new?as=template` makes one. */
export function NewSection({ query }: SectionProps) {
  return (
    <ComposerTextProvider>
      <NewItem templateId={query.get('template')} isTemplate={query.get('as') === 'template'} />
    </ComposerTextProvider>
  );
}

interface NewItemProps {
  readonly templateId: string | null;
  readonly isTemplate: boolean;
}

function NewItem({ templateId, isTemplate }: NewItemProps) {
  const text = useComposerText();
  const { api } = useApp();
  const client = useMemo(() => createComposerClient(api), [api]);
  const { state, reload } = useLoaded(client.readCapabilities, 'capabilities');
  return (
    <>
      <PageHeading title={text(isTemplate ? 'newTemplate' : 'newTitle')} />
      {state.kind === 'loading' && <Spinner label={text('loading')} />}
      {state.kind === 'failed' && <FailureNotice error={state.error} onRetry={reload} />}
      {state.kind === 'ready' && templateId !== null && (
        <FromTemplate client={client} templateId={templateId} />
      )}
      {state.kind === 'ready' && templateId === null && (
        <div class="new-columns">
          <FromFiles client={client} limits={state.value.limits} isTemplate={isTemplate} />
          {isTemplate ? <p class="card soft">{text('rolesHint')}</p> : <RecentTemplates />}
        </div>
      )}
    </>
  );
}

interface FromFilesProps {
  readonly client: ComposerClient;
  readonly limits: Capabilities['limits'];
  readonly isTemplate: boolean;
}

function FromFiles({ client, limits, isTemplate }: FromFilesProps) {
  const text = useComposerText();
  const { language } = usePageLanguage();
  const { items, dispatch, add } = useUploads(client, limits.maxFileSize);
  const action = useAction();
  const files = readyFiles(items);
  const accepted = items.filter(({ state }) => state.kind === 'accepted');
  // Those that were dropped on a list.
  useEffect(() => {
    const dropped = takeDroppedFiles();
    if (dropped.length > 0) void add(dropped);
  }, [add]);
  const isTooMany = accepted.length > limits.maxMergedFiles;
  const begin = useCallback(
    () =>
      action.run(async () => {
        const name = documentName(accepted[0]?.name ?? '');
        const file = await joinFiles(client, files ?? [], name);
        const role = text('signeeNumber', { number: 1 });
        const begun = { fileId: file.fileId, name, language };
        if (isTemplate) await openTemplate(client, { ...begun, role }, file.warnings ?? []);
        else await openDraft(client, begun, file.warnings ?? []);
      }),
    [action, accepted, client, files, language, isTemplate, text],
  );
  // There is nothing to say about a single file, so no further click is needed.
  const isSimple = items.length === 1 && files?.length === 1 && (files[0]?.warnings ?? []).length === 0;
  const isIdle = !action.isBusy && action.error === undefined;
  useEffect(() => {
    if (isSimple && isIdle) void begin();
  }, [isSimple, isIdle, begin]);
  return (
    <div class="composer-new">
      <FileDrop onFiles={add} isLarge={items.length === 0} />
      {items.length === 0 && (
        <p class="field-hint">
          {text('uploadHint', {
            count: limits.maxMergedFiles,
            megabytes: toMegabytes(limits.maxFileSize),
          })}
        </p>
      )}
      <UploadItems items={items} dispatch={dispatch} />
      {isTooMany && <p class="field-problem">{text('tooManyFiles', { count: limits.maxMergedFiles })}</p>}
      {action.error !== undefined && <FailureNotice error={action.error} />}
      {files !== null && !isTooMany && (!isSimple || action.error !== undefined) && (
        <div class="form-actions">
          <Button kind="primary" isLarge isBusy={action.isBusy} onClick={begin}>
            {text(accepted.length > 1 ? 'joinAndContinue' : 'continue')}
          </Button>
        </div>
      )}
    </div>
  );
}

function FromTemplate({
  client,
  templateId,
}: {
  readonly client: ComposerClient;
  readonly templateId: string;
}) {
  const text = useComposerText();
  const { state, reload } = useLoaded(async () => {
    const { name } = await client.readTemplate(templateId);
    await openDraft(client, { templateId, name }, []);
  }, templateId);
  if (state.kind === 'failed') return <FailureNotice error={state.error} onRetry={reload} />;
  return <Spinner label={text('loading')} />;
}

interface TemplateSummary {
  readonly templateId: string;
  readonly name: string;
}

const TEMPLATES = `/v1/templates?limit=${MAX_TEMPLATES}`;

/** The page is complete without them: a failure is shown on the page of templates. */
function RecentTemplates() {
  const text = useComposerText();
  const { api } = useApp();
  const { state } = useLoaded(
    () => api.get<{ templates: readonly TemplateSummary[]; nextOffset: number | null }>(TEMPLATES),
    TEMPLATES,
  );
  if (state.kind !== 'ready') return null;
  const { templates, nextOffset } = state.value;
  return (
    <section class="card new-templates" aria-labelledby="new-templates">
      <h2 id="new-templates">{text('fromTemplate')}</h2>
      {templates.length === 0 && <p class="soft">{text('noTemplatesYet')}</p>}
      <ul>
        {templates.map(({ templateId, name }) => (
          <li key={templateId}>
            <a href={`/new?template=${templateId}`}>
              <Icon path={icons.template} />
              <span>{name}</span>
              <Icon path={icons.next} />
            </a>
          </li>
        ))}
      </ul>
      {nextOffset !== null && <a href="/templates">{text('allTemplates')}</a>}
    </section>
  );
}

interface NewDraft {
  readonly name: string;
  readonly fileId?: string | undefined;
  readonly templateId?: string | undefined;
  readonly language?: Language | undefined;
}

async function openDraft(
  client: ComposerClient,
  configuration: NewDraft,
  warnings: Parameters<typeof keepWarnings>[1],
): Promise<void> {
  const { draftId } = await client.createDraft(configuration);
  keepWarnings(draftId, warnings);
  navigate(`/drafts/${draftId}`, { replace: true });
}

interface NewTemplate {
  readonly fileId: string;
  readonly name: string;
  readonly language: Language;
  /** The label of the only role: a template without one cannot be saved. */
  readonly role: string;
}

async function openTemplate(
  client: ComposerClient,
  { fileId, name, language, role }: NewTemplate,
  warnings: Parameters<typeof keepWarnings>[1],
): Promise<void> {
  const draft = addSignee({ ...EMPTY_DRAFT, name, language }, { fullName: role });
  const { templateId } = await client.createTemplate({
    ...toConfiguration(draft, 'template', new Date()),
    fileId,
  });
  keepWarnings(templateId, warnings);
  navigate(`/templates/${templateId}`, { replace: true });
}
