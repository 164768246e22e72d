export const MESSAGE_CHANNELS = ['email', 'sms', 'whatsapp'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

export const DELIVERY_FAILURES = [
  'recipient_invalid',
  'recipient_blocked',
  /** Switched off, mailbox full: the provider gave up. */
  'recipient_unreachable',
  'message_refused',
  'provider_unavailable',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];
