/** Sends one message, or keeps it in the outbox of development. A rejection means: try again later. */
export interface Notifier {
  send(message: OutgoingMessage): Promise<void>;
}

export interface OutgoingMessage {
  /** Stable across retries, so that an adapter may drop a repeat. */
  readonly messageId: string;
  readonly channel: 'email' | 'sms';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Kept messages, newest first: development only. */
export interface OutboxReader {
  list(
    to?: string,
  ): Promise<
    readonly (Omit<OutgoingMessage, 'messageId'> & { readonly id: string; readonly createdAt: string })[]
  >;
}
