import type { Language } from '@countersign/identity';
import type { MessageKind } from './message-writer.ts';

export const MESSAGE_CHANNELS = ['email', 'sms', 'whatsapp'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/**
 * Rejects with `MessageRejected` if it can never be delivered, `AttachmentTooLarge` if it can without
 * attachment; otherwise retry with the same `messageId`.
 */
export interface Notifier {
  send(message: OutgoingMessage): Promise<void>;
}

export interface OutgoingMessage {
  /** Stable across retries, so that adapters send once if they can. */
  readonly messageId: string;
  readonly channel: MessageChannel;
  /** Phone numbers are E.164. */
  readonly to: string;
  /** Before the service's name. Absent: the service alone. */
  readonly senderName?: string;
  readonly subject: string;
  readonly text: string;
  /** Email only. */
  readonly html: string;
  /** Approved by the channel. */
  readonly template?: {
    readonly kind: MessageKind;
    readonly language: Language;
    readonly variables: readonly string[];
  };
  /** Email only. */
  readonly attachment?: { readonly blobId: string; readonly fileName: string };
  /** For reports of delivery. Absent: not recorded. */
  readonly about?: { readonly documentId: string; readonly signeeId: string };
}

export const DELIVERY_FAILURES = [
  'recipient_invalid',
  'recipient_blocked',
  /** Switched off, mailbox full: the provider gave up. */
  'recipient_unreachable',
  'message_refused',
  'provider_unavailable',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** Do not retry. */
export class MessageRejected extends Error {
  readonly reason: DeliveryFailure;
  constructor(reason: DeliveryFailure, options: { readonly cause?: unknown } = {}) {
    super(`message rejected: ${reason}`, options);
    this.name = 'MessageRejected';
    this.reason = reason;
  }
}

export class AttachmentTooLarge extends Error {
  constructor(options: { readonly cause?: unknown } = {}) {
    super('the attachment is too large', options);
    this.name = 'AttachmentTooLarge';
  }
}

/** About an accepted message. */
export interface DeliveryReport {
  readonly documentId: string;
  readonly signeeId: string;
  readonly channel: MessageChannel;
  /** Null: delivered. */
  readonly failure: DeliveryFailure | null;
}

/** Newest first; development only. */
export interface OutboxReader {
  list(to?: string): Promise<readonly OutboxMessage[]>;
}

export interface OutboxMessage extends Pick<OutgoingMessage, 'channel' | 'to' | 'subject' | 'text' | 'html'> {
  readonly id: string;
  readonly createdAt: string;
  readonly senderName: string;
  /** Its name. */
  readonly attachment: string | null;
}
