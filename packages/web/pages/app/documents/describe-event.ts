import type { DocumentEventBody } from '@countersign/api/bodies';
import type { useDocumentsText } from './text.ts';

/** Others are for proof, not for people. */
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

/** Null for what people need not see. */
export function describeEvent(
  event: DocumentEventBody,
  text: ReturnType<typeof useDocumentsText>,
): string | null {
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
