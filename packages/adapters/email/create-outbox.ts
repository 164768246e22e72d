import type { Notifier, OutboxMessage, OutboxReader, OutgoingMessage } from '@countersign/signing';
import type { AdapterDatabase, KeptMessage } from '../postgres/index.ts';

const MAX_LISTED = 200;

/** For development. Drops a repeated `messageId`. */
export function createOutbox(
  database: Pick<AdapterDatabase, 'messages'>,
  now: () => Date = () => new Date(),
): Notifier & OutboxReader {
  return {
    send: (message: OutgoingMessage) => database.messages.keep({ ...message, createdAt: now() }),
    async list(to?: string) {
      const query = to === undefined ? {} : { to };
      const messages = await database.messages.list({ ...query, limit: MAX_LISTED });
      return messages.map(toListed);
    },
  };
}

function toListed(message: KeptMessage): OutboxMessage {
  const { messageId, createdAt, channel, to, subject, text, html, senderName = '', attachment } = message;
  return {
    ...{ id: messageId, channel, to, senderName, subject, text, html },
    attachment: attachment?.fileName ?? null,
    createdAt: createdAt.toISOString(),
  };
}
