import type { Language } from '@countersign/identity';
import type { MessageKind } from './message-writer.ts';

export const MESSAGE_CHANNELS = ['email', 'sms', 'whatsapp'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/**
 * Sends one message, or keeps it in the outbox of development. Rejects with `MessageRejected` if it can never be delivered;
 * any other rejection means: try again later, with the same `messageId`.
 */
export interface Notifier {
  send(message: OutgoingMessage): Promise<void>;
}

export interface OutgoingMessage {
  /** Stable across retries: an adapter does not send a message again that it knows to be sent. */
  readonly messageId: string;
  readonly channel: MessageChannel;
  /** An email address, or a phone number without grouping that begins with +. */
  readonly to: string;
  /** Shown before the name of the service as the sender of an email. Absent: the service alone. */
  readonly senderName?: string;
  readonly subject: string;
  readonly text: string;
  /** Email only. */
  readonly html: string;
  /** For channels whose texts are approved beforehand. */
  readonly template?: {
    readonly kind: MessageKind;
    readonly language: Language;
    readonly variables: readonly string[];
  };
  /** Email only. */
  readonly attachment?: { readonly blobId: string; readonly fileName: string };
  /** Whose delivery a provider may report later. Absent: it is not recorded. */
  readonly about?: { readonly documentId: string; readonly signeeId: string };
}

export const DELIVERY_FAILURES = [
  /** The address or number does not exist, or cannot get such messages. */
  'recipient_invalid',
  /** The recipient has unsubscribed from, or blocked, the sender. */
  'recipient_blocked',
  /** Switched off, out of reach, mailbox full: the provider has given up. */
  'recipient_unreachable',
  /** The provider refused the message for another reason. */
  'message_refused',
  /** The provider did not take the message for as long as it was tried. */
  'provider_unavailable',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** The message can never be delivered: trying again is useless. */
export class MessageRejected extends Error {
  readonly reason: DeliveryFailure;
  constructor(reason: DeliveryFailure, options: { readonly cause?: unknown } = {}) {
    super(`message rejected: ${reason}`, options);
    this.name = 'MessageRejected';
    this.reason = reason;
  }
}

/** What a provider reports of a message that it took. */
export interface DeliveryReport {
  readonly documentId: string;
  readonly signeeId: string;
  readonly channel: MessageChannel;
  /** Null: delivered. */
  readonly failure: DeliveryFailure | null;
}

/** Kept messages, newest first: development only. */
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
