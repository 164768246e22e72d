import type { DocumentState, Signee } from './document.ts';

/** `link`: from the sender. */
const LINK_CHANNELS = [
  ...['email', 'sms', 'whatsapp', 'email_and_sms', 'email_and_whatsapp'],
  ...['link', 'public_link'],
] as const;
export type LinkChannel = (typeof LINK_CHANNELS)[number];

/**
 * All contact methods get the same link, so the one that was used is unknown. A link that a one-time code
 * opened came from the sender.
 */
export function linkChannelOf(
  { publicLink }: Pick<DocumentState, 'publicLink'>,
  signee: Pick<
    Signee,
    | 'invitedAt'
    | 'reminders'
    | 'automaticReminderAt'
    | 'emailAddress'
    | 'phoneNumber'
    | 'phoneNumberDeliveryMethod'
    | 'signature'
  >,
): LinkChannel {
  if (publicLink !== undefined) return 'public_link';
  const { emailAddress, phoneNumber, phoneNumberDeliveryMethod: phone = 'sms' } = signee;
  // A reminder has the link too.
  const { invitedAt, reminders, automaticReminderAt } = signee;
  const wasSent = invitedAt !== null || reminders !== undefined || automaticReminderAt !== undefined;
  if (!wasSent || signee.signature?.verification !== undefined) return 'link';
  if (phoneNumber === null) return 'email';
  return emailAddress === null ? phone : `email_and_${phone}`;
}
