import { Icon } from '../../parts/controls.tsx';
import { Drawing } from '../../parts/drawings.tsx';
import { useLoaded } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { useDocumentsText } from '../../parts/texts.tsx';
import type { PageApi } from '../../requests/page-api.ts';
import { useApp } from '../router.ts';

interface FirstDraft {
  readonly draftId: string;
  readonly name: string;
  readonly hasFields: boolean;
}

interface Placed {
  readonly signaturePlacement?: string | undefined;
  readonly signatureBox?: object | undefined;
}

/** The steps that are done are those of the newest draft, wherever it was begun. */
async function readFirstDraft(api: PageApi): Promise<FirstDraft | null> {
  const { drafts } = await api.get<{ drafts: readonly { draftId: string; status: string }[] }>(
    '/v1/docs/drafts?limit=10',
  );
  const open = drafts.find(({ status }) => status === 'draft');
  if (open === undefined) return null;
  const draft = await api.get<{ name: string; signeeDetails?: readonly Placed[] }>(
    `/v1/docs/drafts/${open.draftId}`,
  );
  const { name, signeeDetails = [] } = draft;
  const hasFields = signeeDetails.some(
    ({ signaturePlacement, signatureBox }) => signaturePlacement === 'new_page' || signatureBox !== undefined,
  );
  return { draftId: open.draftId, name, hasFields };
}

/** Is shown while the account has no document: what to do, and how much of it is done. */
export function FirstSteps() {
  const text = useDocumentsText();
  const { api } = useApp();
  const { state } = useLoaded(() => readFirstDraft(api), 'first-draft');
  const draft = state.kind === 'ready' ? state.value : null;
  const steps = [
    { key: 'stepChoose', isDone: draft !== null },
    { key: 'stepPlace', isDone: draft?.hasFields === true },
    { key: 'stepSend', isDone: false },
  ] as const;
  return (
    <section class="empty-state first-steps">
      <Drawing name="send" />
      <h2>{text('noDocuments')}</h2>
      <p>{text('noDocumentsText')}</p>
      <ol class="step-list">
        {steps.map(({ key, isDone }, index) => (
          <li key={key} class={isDone ? 'is-done' : undefined}>
            <span class="step-mark" aria-hidden="true">
              {isDone ? <Icon path={icons.check} /> : index + 1}
            </span>
            <span>
              {text(key)}
              {isDone && <span class="visually-hidden"> ({text('stepDone')})</span>}
            </span>
          </li>
        ))}
      </ol>
      <a
        class="button button-primary button-large"
        href={draft === null ? '/new' : `/drafts/${draft.draftId}`}
      >
        <Icon path={draft === null ? icons.plus : icons.edit} />
        {draft === null ? text('sendFirst') : text('continueDraft', { name: draft.name })}
      </a>
    </section>
  );
}
