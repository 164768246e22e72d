import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { type ProblemAt, RefusalNotice, useRefusal } from '../../parts/failure-notice.tsx';
import { useLabels } from '../../parts/labels.ts';
import { Notice } from '../../parts/notice.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useScrollIntoView } from '../../parts/use-scroll-into-view.ts';

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
