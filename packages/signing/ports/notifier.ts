import type { Language } from '@countersign/identity';
import type { MessageKind } from './message-writer.ts';

export const MESSAGE_CHANNELS = ['email', 'sms', 'whatsapp'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/**
 * Sends one message, or in development stores it in the outbox. Rejects with `MessageRejected` if it can never be
 * delivered, `AttachmentTooLarge` if it can without attachment; otherwise retry with the same `messageId`.
 */
export interface Notifier {
  send(message: OutgoingMessage): Promise<void>;
}

export interface OutgoingMessage {
  /** Stable across retries, so that adapters send once if they can. */
  readonly messageId: string;
  readonly channel: MessageChannel;
  /** An email address, or a phone number in E.164 form. */
  readonly to: string;
  /** Shown before the service's name as the sender of an email. Absent: the service alone. */
  readonly senderName?: string;
  readonly subject: string;
  readonly text: string;
  /** Email only. */
  readonly html: string;
  /** For channels with approved templates. */
  readonly template?: {
    readonly kind: MessageKind;
    readonly language: Language;
    readonly variables: readonly string[];
  };
  /** Email only. */
  readonly attachment?: { readonly blobId: string; readonly fileName: string };
  /** The message whose delivery a provider may report. Absent: not recorded. */
  readonly about?: { readonly documentId: string; readonly signeeId: string };
}

export const DELIVERY_FAILURES = [
  /** The address or number does not exist or cannot get messages. */
  'recipient_invalid',
  /** The recipient has unsubscribed from, or blocked, the sender. */
  'recipient_blocked',
  /** Switched off, out of reach, mailbox full: the provider gave up. */
  'recipient_unreachable',
  /** The provider refused the message for another reason. */
  'message_refused',
  /** The provider did not accept the message until the last retry. */
  'provider_unavailable',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** The message can never be delivered: do not retry. */
export class MessageRejected extends Error {
  readonly reason: DeliveryFailure;
  constructor(reason: DeliveryFailure, options: { readonly cause?: unknown } = {}) {
    super(`message rejected: ${reason}`, options);
    this.name = 'MessageRejected';
    this.reason = reason;
  }
}

/** The recipient's server takes no mail of that size: send it without the attachment. */
export class AttachmentTooLarge extends Error {
  constructor(options: { readonly cause?: unknown } = {}) {
    super('the attachment is too large', options);
    this.name = 'AttachmentTooLarge';
  }
}

/** A provider's report about an accepted message. */
export interface DeliveryReport {
  readonly documentId: string;
  readonly signeeId: string;
  readonly channel: MessageChannel;
  /** Null: delivered. */
  readonly failure: DeliveryFailure | null;
}

/** Stored messages, newest first; development only. */
export interface OutboxReader {
  list(to?: string): Promise<readonly OutboxMessage[]>;
}

export interface OutboxMessage extends Pick<OutgoingMessage, 'channel' | 'to' | 'subject' | 'text' | 'html'> {
  readonly id: string;
  readonly createdAt: string;
  readonly senderName: string;
  /** Name of the attached file; null if there is none. */
  readonly attachment: string | null;
}
