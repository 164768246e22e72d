import type { Signee } from './document.ts';

/** `link`: from the sender. */
const LINK_CHANNELS = ['email', 'sms', 'email_and_sms', 'link'] as const;
export type LinkChannel = (typeof LINK_CHANNELS)[number];

/**
 * All contact methods get the same link, so the one that was used is unknown. A link that a one-time code
 * opened came from the sender.
 */
export function linkChannelOf({
  invitedAt,
  emailAddress,
  phoneNumber,
  signature,
}: Pick<Signee, 'invitedAt' | 'emailAddress' | 'phoneNumber' | 'signature'>): LinkChannel {
  if (invitedAt === null || signature?.verification !== undefined) return 'link';
  if (emailAddress !== null && phoneNumber !== null) return 'email_and_sms';
  return phoneNumber === null ? 'email' : 'sms';
}
