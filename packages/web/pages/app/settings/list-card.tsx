import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button, Notice, Spinner } from '../../parts/controls.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { FailureNotice, type ProblemAt, RefusalNotice, useRefusal } from '../../parts/failure-notice.tsx';
import { type Loaded, useAction, useScrollIntoView } from '../../parts/hooks.ts';
import { useLabels } from '../../parts/language.tsx';
import { useAppText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';

interface LoadedViewProps<T> {
  readonly state: Loaded<T>;
  readonly onRetry: () => void;
  readonly children: (value: T) => ComponentChildren;
}

export function LoadedView<T>({ state, onRetry, children }: LoadedViewProps<T>) {
  const text = useAppText();
  if (state.kind === 'loading') return <Spinner label={text('loading')} />;
  if (state.kind === 'failed') return <FailureNotice error={state.error} onRetry={onRetry} />;
  return <>{children(state.value)}</>;
}

interface RemoveDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly confirm: string;
  /** Of what is deleted. */
  readonly path: string;
  readonly onRemoved: () => Promise<unknown>;
  readonly onClose: () => void;
}

export function RemoveDialog({ path, onRemoved, ...dialog }: RemoveDialogProps) {
  const { api } = useApp();
  const remove = async () => {
    await api.delete(path);
    await onRemoved();
  };
  return <ConfirmDialog {...dialog} onConfirm={remove} />;
}

interface SettingsFormProps {
  readonly submit: string;
  /** Until the next input. */
  readonly done?: string;
  readonly onSubmit: () => Promise<unknown>;
  readonly onCancel?: () => void;
  /** The argument finds what was refused at the last attempt. */
  readonly children: (problemAt: ProblemAt) => ComponentChildren;
}

export function SettingsForm({ submit, done, onSubmit, onCancel, children }: SettingsFormProps) {
  const label = useLabels();
  const action = useAction();
  const [isDone, setDone] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRefusal(form, action.error);
  return (
    <form
      ref={form}
      class="form"
      onInput={() => setDone(false)}
      onSubmit={async (event) => {
        event.preventDefault();
        setDone(await action.run(onSubmit));
      }}
    >
      {children(refusal.problemAt)}
      <RefusalNotice refusal={refusal} />
      {isDone && done !== undefined && <DoneNotice done={done} />}
      <div class="form-actions">
        <Button type="submit" kind="primary" isBusy={action.isBusy}>
          {submit}
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>{label('cancel')}</Button>}
      </div>
    </form>
  );
}

function DoneNotice({ done }: { readonly done: string }) {
  const element = useScrollIntoView();
  return (
    <Notice mood="good" element={element}>
      {done}
    </Notice>
  );
}
