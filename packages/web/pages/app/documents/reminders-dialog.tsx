import type { DocumentBody } from '@countersign/api/bodies';
import { MAX_REMINDER_DAYS } from '@countersign/signing/limits';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { CheckField, TextField } from '../../parts/field.tsx';
import { useLabels } from '../../parts/labels.ts';
import { useAction } from '../../parts/use-action.ts';
import { useApp } from '../app-context.ts';
import { useDocumentsText } from './text.ts';

interface RemindersDialogProps {
  readonly document: DocumentBody;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

/** A suggestion. */
const DEFAULT_DAYS = '3';

export function RemindersDialog({ document, onChanged, onClose }: RemindersDialogProps) {
  const text = useDocumentsText();
  const label = useLabels();
  const { api } = useApp();
  const action = useAction();
  const current = document.automaticReminders;
  const [isOn, setOn] = useState(current !== null);
  const [afterDays, setAfterDays] = useState(String(current?.afterDays ?? DEFAULT_DAYS));
  const [everyDays, setEveryDays] = useState(String(current?.everyDays ?? ''));
  const path = `/v1/docs/${document.documentId}/automatic-reminders`;
  const problemOf = (days: string) => (isDays(days) ? undefined : text('problemDays'));
  const problems = {
    after: problemOf(afterDays),
    every: everyDays === '' ? undefined : problemOf(everyDays),
  };

  const save = async () => {
    if (isOn && (problems.after ?? problems.every) !== undefined) return;
    const repeated = everyDays === '' ? {} : { everyDays: Number(everyDays) };
    const change = async () => {
      if (isOn) await api.put(path, { afterDays: Number(afterDays), ...repeated });
      else await api.delete(path);
      await onChanged();
    };
    if (await action.run(change)) onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{label('cancel')}</Button>
      <Button kind="primary" type="submit" form="reminders-form" isBusy={action.isBusy}>
        {text('save')}
      </Button>
    </>
  );
  return (
    <Dialog title={text('changeReminders')} shape="window" onClose={onClose} footer={footer}>
      <form
        id="reminders-form"
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p>{text('remindersText')}</p>
        <CheckField label={text('remindersOn')} isChecked={isOn} onChange={setOn} />
        {isOn && (
          <>
            <TextField
              inputMode="numeric"
              label={text('afterDays')}
              value={afterDays}
              problem={problems.after}
              onValue={setAfterDays}
            />
            <TextField
              inputMode="numeric"
              label={text('everyDays')}
              value={everyDays}
              problem={problems.every}
              onValue={setEveryDays}
            />
          </>
        )}
        {action.error !== undefined && <FailureNotice error={action.error} />}
      </form>
    </Dialog>
  );
}

function isDays(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_REMINDER_DAYS;
}
