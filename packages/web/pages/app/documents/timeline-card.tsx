import type { DocumentEventBody } from '@countersign/api/bodies';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Spinner } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useLoaded } from '../../parts/hooks.ts';
import { formatDateTime, usePageLanguage } from '../../parts/language.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';
import { CopyButton } from '../copy-button.tsx';
import { useApp } from '../router.ts';

/** The other events are for proof, not for people. */
const SENTENCES = {
  'document.created': 'event_created',
  'document.prepared': 'event_prepared',
  'document.invited': 'event_invited',
  'document.opened': 'event_opened',
  'document.signed': 'event_signed',
  'document.declined': 'event_declined',
  'document.payment_unused': 'event_payment_unused',
  'document.payment_unconfirmed': 'event_payment_unconfirmed',
  'document.reminded': 'event_reminded',
  'document.contact_changed': 'event_contact_changed',
  'document.message_failed': 'event_message_failed',
  'document.links_created': 'event_links_created',
  'document.reminders_changed': 'event_reminders_changed',
  'document.sealing_delayed': 'event_sealing_delayed',
  'document.sealing_requested': 'event_sealing_requested',
  'document.completed': 'event_completed',
  'document.failed': 'event_failed',
} as const;

/** Returns null for what people need not see. */
function describeEvent(event: DocumentEventBody, text: ReturnType<typeof useDocumentsText>): string | null {
  const { type, actor, signee, channels = [], reason, payment } = event;
  if (type === 'document.revoked') {
    if (reason === 'expired') return text('event_expired');
    // Declining is another event.
    return reason === undefined ? text('event_revoked', { actor: nameOr(text, actor) }) : null;
  }
  if (!Object.hasOwn(SENTENCES, type)) return null;
  const key = SENTENCES[type as keyof typeof SENTENCES];
  const who = { actor: nameOr(text, actor), signee: nameOr(text, signee) };
  if (key === 'event_reminded' && actor === null) return text('event_reminded_automatically', who);
  if (key === 'event_payment_unused' || key === 'event_payment_unconfirmed')
    return text(key, { ...who, ...(payment ?? { amount: '', provider: '', paymentId: '' }) });
  return text(key, { ...who, channel: channels.map((channel) => text(`channel_${channel}`)).join(', ') });
}

function nameOr(
  text: ReturnType<typeof useDocumentsText>,
  person: { readonly fullName: string | null } | null,
): string {
  return person?.fullName || text('someone');
}

interface LinkCardProps {
  readonly title: string;
  readonly url: string;
  /** The level of the heading is below that of the page or dialog. */
  readonly heading: 'h2' | 'h3';
}

/** Shows an address to hand out, which can be copied or scanned. */
export function LinkCard({ title, url, heading: Heading }: LinkCardProps) {
  const text = useDocumentsText();
  const [hasCode, setHasCode] = useState(false);
  return (
    <section class="link-card" aria-label={title}>
      <Heading>{title}</Heading>
      <div class="secret">
        <code>{url}</code>
        <CopyButton value={url} label={text('copyLink')} />
        <Button kind="quiet" aria-expanded={hasCode} onClick={() => setHasCode(!hasCode)}>
          {text(hasCode ? 'hideQrCode' : 'showQrCode')}
        </Button>
      </div>
      {hasCode && <QrCode content={url} label={text('qrCodeOf', { title })} />}
    </section>
  );
}

interface TimelineCardProps {
  readonly documentId: string;
  /** When the document changes, the events are read again. */
  readonly version: string | null;
}

/** The newest event comes first. */
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
