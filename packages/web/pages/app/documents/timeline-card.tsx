import type { DocumentBody, DocumentEventBody } from '@countersign/api/bodies';
import type { Language } from '@countersign/base/locale';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { type Loaded, useLoaded } from '../../parts/hooks.ts';
import { usePageLanguage } from '../../parts/language.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';
import { sayExactly, sayMoment } from '../../parts/times.tsx';
import { CopyButton } from '../copy-button.tsx';
import { useApp } from '../router.ts';
import { useTimeZone } from './document-state.tsx';
import { nameOf, signeesInTurn } from './model.tsx';

/** The other events are for proof, not for people. */
const SENTENCES = {
  'document.created': 'event_created',
  'document.invited': 'event_invited',
  'document.message_delivered': 'event_message_delivered',
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

/** The marks of these events have a color. */
const MOODS: Readonly<Record<string, string>> = {
  'document.signed': 'is-good',
  'document.completed': 'is-good',
  'document.declined': 'is-problem',
  'document.message_failed': 'is-problem',
  'document.failed': 'is-problem',
};

type DocumentsText = ReturnType<typeof useDocumentsText>;

/** Returns null for what people need not see. */
function describeEvent(event: DocumentEventBody, text: DocumentsText, language: Language): string | null {
  const { type, actor, signee, recipients = [], channels = [], reason, payment } = event;
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
  const list = new Intl.ListFormat(language);
  const channel = list.format(channels.map((one) => text(`channel_${one}`)));
  return text(key, { ...who, channel, name: list.format(recipients.map((one) => nameOr(text, one))) });
}

function nameOr(text: DocumentsText, person: { readonly fullName: string | null } | null): string {
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

interface DocumentHistory {
  readonly state: Loaded<readonly DocumentEventBody[]>;
  readonly reload: () => Promise<void>;
}

/** Lists the oldest first. When the document changes to another version, the events are read again. */
export function useDocumentEvents(documentId: string, version: string | null): DocumentHistory {
  const { api } = useApp();
  const { state, reload } = useLoaded(async () => {
    const newest = await api.getAll<DocumentEventBody>(`/v1/docs/${documentId}/events`, 'events');
    return newest.toReversed();
  }, documentId);
  const shown = useRef(version);
  useEffect(() => {
    // The first version is loaded anyway.
    if (shown.current === version) return;
    shown.current = version;
    void reload();
  }, [version, reload]);
  return { state, reload };
}

interface TimelineCardProps {
  readonly document: DocumentBody;
  readonly history: DocumentHistory;
}

/** The last events are shown, and earlier ones on request. */
const MAX_SHOWN = 8;

/** The oldest event comes first, and what is waited for comes last. */
export function TimelineCard({ document, history: { state, reload } }: TimelineCardProps) {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  const timeZone = useTimeZone();
  const [hasAll, setAll] = useState(false);
  const events = state.kind === 'ready' ? state.value : [];
  const described = events.flatMap((event) => {
    const sentence = describeEvent(event, text, language);
    return sentence === null ? [] : [{ ...event, sentence }];
  });
  const shown = hasAll ? described : described.slice(-MAX_SHOWN);
  const inTurn = signeesInTurn(document);
  return (
    <section class="card timeline-card" aria-labelledby="timeline-title">
      <div class="card-head">
        <h2 id="timeline-title">{text('timelineTitle')}</h2>
        {shown.length < described.length && (
          <Button kind="quiet" onClick={() => setAll(true)}>
            {text('showAllEvents', { count: described.length })}
          </Button>
        )}
      </div>
      {state.kind === 'failed' && <FailureNotice error={state.error} onRetry={reload} />}
      <ol class="timeline" aria-busy={state.kind === 'loading'}>
        {state.kind === 'loading' && (
          <li aria-hidden="true">
            <span class="skeleton skeleton-line" />
          </li>
        )}
        {shown.map(({ eventId, date, type, sentence }) => (
          <li key={eventId} class={MOODS[type]}>
            <span class="timeline-sentence">{sentence}</span>
            <time class="soft" dateTime={date} title={sayExactly(language, timeZone, new Date(date))}>
              {sayMoment(language, timeZone, date)}
            </time>
          </li>
        ))}
        {state.kind === 'ready' && inTurn.length > 0 && (
          <li class="is-mark">
            <span class="timeline-sentence">
              {text('event_waiting', { names: new Intl.ListFormat(language).format(inTurn.map(nameOf)) })}
            </span>
            <span class="soft">{text('now')}</span>
          </li>
        )}
      </ol>
    </section>
  );
}
