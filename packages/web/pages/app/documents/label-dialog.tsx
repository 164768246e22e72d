import type { ListedDocumentBody } from '@countersign/api/bodies';
import { MAX_LABEL_LENGTH, MAX_LABELS } from '@countersign/signing/limits';
import { useId, useState } from 'preact/hooks';
import { Button, Icon } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { onEnterKey, useAction, useLoaded } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { useLabels } from '../../parts/language.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';
import { useToast } from '../../parts/toasts.tsx';
import type { PageApi } from '../../requests/page-api.ts';
import { useApp } from '../router.ts';

export interface LabelCounts {
  readonly labels: readonly { readonly label: string; readonly count: number }[];
}

export const LABELS_PATH = '/v1/docs/labels';

const keyOf = (label: string) => label.trim().toLowerCase();
const isIn = (labels: readonly string[], label: string) => labels.some((one) => keyOf(one) === keyOf(label));

/** What the dialog changes: labels of one document that it does not name stay. */
interface LabelChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export function changeLabels(before: readonly string[], { added, removed }: LabelChange): readonly string[] {
  const kept = before.filter((label) => !isIn(removed, label));
  return [...kept, ...added.filter((label) => !isIn(kept, label))];
}

async function saveLabels(api: PageApi, labelled: ReadonlyMap<string, readonly string[]>): Promise<void> {
  for (const [documentId, labels] of labelled) await api.put(`/v1/docs/${documentId}/labels`, { labels });
}

interface LabelDialogProps {
  readonly documents: readonly ListedDocumentBody[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Changes the labels of all documents that are selected. */
export function LabelDialog({ documents, onDone, onClose }: LabelDialogProps) {
  const text = useDocumentsText();
  const label = useLabels();
  const { api } = useApp();
  const toast = useToast();
  const action = useAction();
  const [typed, setTyped] = useState('');
  const [change, setChange] = useState<LabelChange>({ added: [], removed: [] });
  const before = new Map(documents.map(({ documentId, labels = [] }) => [documentId, labels]));
  const after = new Map(
    [...before].map(([id, labels]) => [id, changeLabels(labels, withTyped(change, typed))]),
  );
  const shown = distinct([...before.values()].flatMap((labels) => changeLabels(labels, change)));
  const isTooMany = [...after.values()].some((labels) => labels.length > MAX_LABELS);
  const add = () => {
    setChange(withTyped(change, typed));
    setTyped('');
  };
  const remove = (gone: string) =>
    setChange({
      added: change.added.filter((one) => keyOf(one) !== keyOf(gone)),
      removed: [...change.removed, gone],
    });
  const save = () =>
    action.run(async () => {
      await saveLabels(api, after);
      const undo = { label: text('undo'), run: () => saveLabels(api, before).then(onDone) };
      toast({ text: text('labelsChanged', { count: documents.length }), undo });
      onDone();
      onClose();
    });
  const footer = (
    <>
      <Button onClick={onClose}>{label('cancel')}</Button>
      <Button kind="primary" isBusy={action.isBusy} onClick={() => void (isTooMany || save())}>
        {text('save')}
      </Button>
    </>
  );
  return (
    <Dialog
      title={text('labelsOf', { count: documents.length })}
      shape="window"
      onClose={onClose}
      footer={footer}
    >
      <LabelInput value={typed} onValue={setTyped} onAdd={add} />
      {shown.length > 0 && (
        <ul class="label-list" aria-label={text('labelsTitle')}>
          {shown.map((one) => (
            <li key={one} class="label-tag">
              {one}
              <button
                type="button"
                class="label-remove"
                aria-label={text('removeLabel', { label: one })}
                onClick={() => remove(one)}
              >
                <Icon path={icons.close} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isTooMany && (
        <p class="field-problem" role="alert">
          {text('tooManyLabels', { max: MAX_LABELS })}
        </p>
      )}
      {action.error !== undefined && <FailureNotice error={action.error} />}
    </Dialog>
  );
}

/** What was typed counts without a press of the button, too. */
function withTyped(change: LabelChange, typed: string): LabelChange {
  if (typed.trim() === '') return change;
  return {
    added: isIn(change.added, typed) ? change.added : [...change.added, typed.trim()],
    removed: change.removed.filter((one) => keyOf(one) !== keyOf(typed)),
  };
}

function distinct(labels: readonly string[]): readonly string[] {
  return labels.filter((label, index) => labels.findIndex((one) => keyOf(one) === keyOf(label)) === index);
}

interface LabelInputProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onAdd: () => void;
}

/** Suggests the labels that are in use, so that one word is not written in two ways. */
function LabelInput({ value, onValue, onAdd }: LabelInputProps) {
  const text = useDocumentsText();
  const { api } = useApp();
  const id = useId();
  const { state } = useLoaded(() => api.get<LabelCounts>(LABELS_PATH), LABELS_PATH);
  const known = state.kind === 'ready' ? state.value.labels : [];
  return (
    <div class="label-input">
      <label for={id}>{text('addLabel')}</label>
      <input
        id={id}
        class="text-input"
        list={`${id}-known`}
        maxLength={MAX_LABEL_LENGTH}
        autocomplete="off"
        autofocus
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
        onKeyDown={onEnterKey(onAdd)}
      />
      <datalist id={`${id}-known`}>
        {known.map(({ label }) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      <Button icon={icons.plus} onClick={onAdd}>
        {text('add')}
      </Button>
    </div>
  );
}
