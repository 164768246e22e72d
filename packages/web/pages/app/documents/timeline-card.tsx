import type { DocumentEventBody } from '@countersign/api/bodies';
import { useEffect, useRef } from 'preact/hooks';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { formatDateTime } from '../../parts/format-date.ts';
import { usePageLanguage } from '../../parts/language.ts';
import { Spinner } from '../../parts/spinner.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { useApp } from '../app-context.ts';
import { describeEvent } from './describe-event.ts';
import { useDocumentsText } from './text.ts';

interface TimelineCardProps {
  readonly documentId: string;
  /** Of the document; a change reads the events again. */
  readonly version: string | null;
}

/** Newest first. */
export function TimelineCard({ documentId, version }: TimelineCardProps) {
  const text = useDocumentsText();
  return (
    <section class="card" aria-labelledby="timeline-title">
      <h2 id="timeline-title">{text('timelineTitle')}</h2>
      <Timeline documentId={documentId} version={version} />
    </section>
  );
}

function Timeline({ documentId, version }: TimelineCardProps) {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  const { api } = useApp();
  const { state, reload } = useLoaded(
    () => api.getAll<DocumentEventBody>(`/v1/docs/${documentId}/events`, 'events'),
    documentId,
  );
  useReloadOn(version, reload);
  if (state.kind === 'loading') return <Spinner label={text('loadingDocuments')} />;
  if (state.kind === 'failed') return <FailureNotice error={state.error} onRetry={reload} />;
  const shown = state.value.flatMap((event) => {
    const sentence = describeEvent(event, text);
    return sentence === null ? [] : [{ ...event, sentence }];
  });
  return (
    <ol class="timeline">
      {shown.map(({ eventId, date, sentence }) => (
        <li key={eventId}>
          <span>{sentence}</span>
          <time class="soft" dateTime={date}>
            {formatDateTime(language, date)}
          </time>
        </li>
      ))}
    </ol>
  );
}

/** The first version is loaded anyway. */
function useReloadOn(version: string | null, reload: () => Promise<void>): void {
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    void reload();
  }, [version, reload]);
}
