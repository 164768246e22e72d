import type { DocumentBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { formatDateTime, formatDay } from '../../parts/format-date.ts';
import { LANGUAGE_NAMES, shellLanguage, usePageLanguage } from '../../parts/language.ts';
import { useAction } from '../../parts/use-action.ts';
import { useApp } from '../app-context.ts';
import { RemindersDialog } from './reminders-dialog.tsx';
import { saveAs } from './save-as.ts';
import { useDocumentsText } from './text.ts';

interface FactsCardProps {
  readonly document: DocumentBody;
  readonly onChanged: () => Promise<void>;
}

export function FactsCard({ document, onChanged }: FactsCardProps) {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  const { api } = useApp();
  const action = useAction();
  const [isChanging, setChanging] = useState(false);
  const { documentId, createdAt, expiryDate, externalId, sharingSetting, status, signatureLevel } = document;
  const isOpen = status === 'created' || status === 'awaiting_signatures';
  const facts = [
    [text('fact_created'), formatDateTime(language, createdAt)],
    [text(isOpen ? 'fact_signable' : 'fact_kept'), formatDay(language, expiryDate)],
    [text('fact_language'), LANGUAGE_NAMES[shellLanguage(document.language)]],
    [text('fact_sharing'), text(sharingSetting === 'shared' ? 'sharing_shared' : 'sharing_private')],
    [text('fact_reminders'), useReminders(document)],
    [
      text('fact_level'),
      signatureLevel === null ? null : text('fact_level_value', { level: signatureLevel }),
    ],
    [text('fact_external'), externalId],
  ] as const;
  const downloadEvidence = async () =>
    saveAs('evidence.json', await api.get<object>(`/v1/docs/${documentId}/evidence`));
  return (
    <section class="card" aria-labelledby="facts-title">
      <h2 id="facts-title">{text('factsTitle')}</h2>
      <dl class="facts">
        {facts.map(([label, value]) =>
          value === null ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {isOpen && (
        <p>
          <Button icon="bell" onClick={() => setChanging(true)}>
            {text('changeReminders')}
          </Button>
        </p>
      )}
      {isChanging && (
        <RemindersDialog document={document} onChanged={onChanged} onClose={() => setChanging(false)} />
      )}
      {status === 'completed' && (
        <p>
          <Button icon="shield" isBusy={action.isBusy} onClick={() => action.run(downloadEvidence)}>
            {text('downloadEvidence')}
          </Button>
        </p>
      )}
      {action.error !== undefined && <FailureNotice error={action.error} />}
    </section>
  );
}

function useReminders({ automaticReminders }: DocumentBody): string {
  const text = useDocumentsText();
  if (automaticReminders === null) return text('reminders_none');
  const { afterDays, everyDays } = automaticReminders;
  if (everyDays === undefined) return text('reminders_once', { afterDays });
  return text('reminders_repeated', { afterDays, everyDays });
}
