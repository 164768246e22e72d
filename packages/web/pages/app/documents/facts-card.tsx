import type { DocumentBody, DocumentEventBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/controls.tsx';
import { LANGUAGE_NAMES, shellLanguage, usePageLanguage } from '../../parts/language.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';
import { formatLongDay, sayMoment } from '../../parts/times.tsx';
import { useApp } from '../router.ts';
import { useTimeZone } from './document-state.tsx';
import { RemindersDialog } from './signee-dialogs.tsx';

interface FactsCardProps {
  readonly document: DocumentBody;
  readonly events: readonly DocumentEventBody[];
  readonly onChanged: () => Promise<void>;
}

export function FactsCard({ document, events, onChanged }: FactsCardProps) {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  const { account } = useApp();
  const timeZone = useTimeZone();
  const [isChanging, setChanging] = useState(false);
  const { createdAt, expiryDate, externalId, sharingSetting, status, signatureLevel } = document;
  const isOpen = status === 'created' || status === 'processing' || status === 'awaiting_signatures';
  const sender = events.find(({ type }) => type === 'document.created')?.actor?.fullName;
  const facts = [
    [text('fact_sender'), sender ? `${sender}, ${account.name}` : account.name],
    [text('fact_created'), sayMoment(language, timeZone, createdAt)],
    [text(isOpen ? 'fact_signable' : 'fact_kept'), formatLongDay(language, expiryDate, timeZone)],
    [text('fact_reminders'), useReminders(document)],
    [text('fact_language'), LANGUAGE_NAMES[shellLanguage(document.language)]],
    [text('fact_sharing'), text(sharingSetting === 'shared' ? 'sharing_shared' : 'sharing_private')],
    [text('fact_assistant'), useAssistant(document)],
    [
      text('fact_level'),
      signatureLevel === null ? null : text('fact_level_value', { level: signatureLevel }),
    ],
    [text('fact_external'), externalId],
  ] as const;
  return (
    <section class="card" aria-labelledby="facts-title">
      <div class="card-head">
        <h2 id="facts-title">{text('factsTitle')}</h2>
        {isOpen && (
          <Button kind="quiet" onClick={() => setChanging(true)}>
            {text('changeReminders')}
          </Button>
        )}
      </div>
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
      {isChanging && (
        <RemindersDialog document={document} onChanged={onChanged} onClose={() => setChanging(false)} />
      )}
    </section>
  );
}

/** Returns null without the assistant [D11-04]. */
function useAssistant({ aiAssistant }: DocumentBody): string | null {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  if (aiAssistant === undefined) return null;
  const { status, reason } = aiAssistant;
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(aiAssistant.language);
  return text('assistant_state', { status, reason, language: name });
}

function useReminders({ automaticReminders }: DocumentBody): string {
  const text = useDocumentsText();
  if (automaticReminders === null) return text('reminders_none');
  const { afterDays, everyDays } = automaticReminders;
  if (everyDays === undefined) return text('reminders_once', { afterDays });
  return text('reminders_repeated', { afterDays, everyDays });
}
