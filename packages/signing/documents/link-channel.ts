import type { Signee } from './document.ts';

/** How a signee got the link: over contact methods, or from the sender (`link`). */
const LINK_CHANNELS = ['email', 'sms', 'email_and_sms', 'link'] as const;
export type LinkChannel = (typeof LINK_CHANNELS)[number];

/** All contact methods get the same link, so the one that was used is unknown. */
export function linkChannelOf({
  invitedAt,
  emailAddress,
  phoneNumber,
}: Pick<Signee, 'invitedAt' | 'emailAddress' | 'phoneNumber'>): LinkChannel {
  if (invitedAt === null) return 'link';
  if (emailAddress !== null && phoneNumber !== null) return 'email_and_sms';
  return phoneNumber === null ? 'email' : 'sms';
}
