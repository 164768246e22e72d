import type { DocumentBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button, Spinner } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction, useLoaded } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import {
  formatDateTime,
  formatDay,
  LANGUAGE_NAMES,
  shellLanguage,
  usePageLanguage,
} from '../../parts/language.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { saveAs } from './model.tsx';
import { RemindersDialog } from './signee-dialogs.tsx';

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
  const isOpen = status === 'created' || status === 'processing' || status === 'awaiting_signatures';
  const facts = [
    [text('fact_created'), formatDateTime(language, createdAt)],
    [text(isOpen ? 'fact_signable' : 'fact_kept'), formatDay(language, expiryDate)],
    [text('fact_language'), LANGUAGE_NAMES[shellLanguage(document.language)]],
    [text('fact_assistant'), useAssistant(document)],
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
          <Button icon={icons.bell} onClick={() => setChanging(true)}>
            {text('changeReminders')}
          </Button>
        </p>
      )}
      {isChanging && (
        <RemindersDialog document={document} onChanged={onChanged} onClose={() => setChanging(false)} />
      )}
      {status === 'completed' && (
        <p>
          <Button icon={icons.shield} isBusy={action.isBusy} onClick={() => action.run(downloadEvidence)}>
            {text('downloadEvidence')}
          </Button>
        </p>
      )}
      {action.error !== undefined && <FailureNotice error={action.error} />}
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

/** pdf.js is loaded on request, because many people come only to see who has signed. */
export function PreviewCard({ document }: { readonly document: DocumentBody }) {
  const text = useDocumentsText();
  const [isShown, setShown] = useState(false);
  return (
    <section class="card preview-card" aria-labelledby="preview-title">
      <div class="card-head">
        <h2 id="preview-title">{text('previewTitle')}</h2>
        <Button kind="quiet" icon={icons.eye} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {text(isShown ? 'hidePreview' : 'showPreview')}
        </Button>
      </div>
      {/* Another status has another PDF. */}
      {isShown && <LazyPreview key={document.status} documentId={document.documentId} />}
    </section>
  );
}

function LazyPreview({ documentId }: { readonly documentId: string }) {
  const text = useDocumentsText();
  const { state } = useLoaded(async () => (await import('./pdf-preview.tsx')).PdfPreview, '');
  if (state.kind === 'failed') throw state.error;
  if (state.kind === 'loading') return <Spinner label={text('loadingDocument')} />;
  return <state.value documentId={documentId} />;
}
