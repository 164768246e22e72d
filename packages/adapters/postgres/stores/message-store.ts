import type { OutgoingMessage } from '@countersign/signing';
import type { SecretBox } from '../encryption.ts';
import type { TransactionScope } from '../transaction.ts';

/** Without content or recipient. */
export interface MessageAttemptStore {
  find(messageId: string): Promise<{ readonly startedAt: Date; readonly isSent: boolean } | null>;
  begin(messageId: string, startedAt: Date): Promise<void>;
  finish(messageId: string): Promise<void>;
  /** Nothing was sent. */
  remove(messageId: string): Promise<void>;
  /** Resolves with the number. */
  removeStartedBefore(date: Date): Promise<number>;
}

export function createMessageAttemptStore(scope: TransactionScope): MessageAttemptStore {
  return {
    async find(messageId) {
      const row = await scope.db
        .selectFrom('message_attempts')
        .select(['started_at', 'is_sent'])
        .where('message_id', '=', messageId)
        .executeTakeFirst();
      return row === undefined ? null : { startedAt: row.started_at, isSent: row.is_sent };
    },
    async begin(messageId, startedAt) {
      await scope.db
        .insertInto('message_attempts')
        .values({ message_id: messageId, started_at: startedAt, is_sent: false })
        .onConflict((conflict) => conflict.column('message_id').doNothing())
        .execute();
    },
    async remove(messageId) {
      await scope.db.deleteFrom('message_attempts').where('message_id', '=', messageId).execute();
    },
    async removeStartedBefore(date) {
      const { numDeletedRows } = await scope.db
        .deleteFrom('message_attempts')
        .where('started_at', '<', date)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    async finish(messageId) {
      await scope.db
        .updateTable('message_attempts')
        .set({ is_sent: true })
        .where('message_id', '=', messageId)
        .execute();
    },
  };
}

export interface KeptMessage extends OutgoingMessage {
  readonly createdAt: Date;
}

/** Encrypted, because they hold signing links. */
export interface MessageStore {
  /** A repeated `messageId` is dropped. */
  keep(message: KeptMessage): Promise<void>;
  /** Newest first; `to` in any case. */
  list(query: { readonly to?: string; readonly limit: number }): Promise<readonly KeptMessage[]>;
}

/** Later members may be absent. */
type Content = Pick<OutgoingMessage, 'subject' | 'text' | 'html' | 'senderName' | 'attachment'>;

export function createMessageStore(scope: TransactionScope, secrets: SecretBox): MessageStore {
  return {
    keep: (message) => keepMessage(scope, secrets, message),
    list: (query) => listMessages(scope, secrets, query),
  };
}

async function keepMessage({ db }: TransactionScope, secrets: SecretBox, message: KeptMessage) {
  const { subject, text, html, senderName, attachment } = message;
  const content: Content = {
    ...{ subject, text, html },
    ...(senderName === undefined ? {} : { senderName }),
    ...(attachment === undefined ? {} : { attachment }),
  };
  const row = {
    message_id: message.messageId,
    channel: message.channel,
    recipient: message.to,
    content: secrets.seal(JSON.stringify(content), contentPlace(message.messageId)),
    created_at: message.createdAt,
  };
  await db
    .insertInto('messages')
    .values(row)
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute();
}

async function listMessages(
  { db }: TransactionScope,
  secrets: SecretBox,
  query: { readonly to?: string; readonly limit: number },
): Promise<readonly KeptMessage[]> {
  const newest = db.selectFrom('messages').selectAll().orderBy('position', 'desc').limit(query.limit);
  const { to } = query;
  const rows = await (to === undefined
    ? newest
    : newest.where('recipient', 'ilike', escapeLike(to))
  ).execute();
  return rows.map((row) => ({
    messageId: row.message_id,
    channel: row.channel as OutgoingMessage['channel'],
    to: row.recipient,
    createdAt: row.created_at,
    ...(JSON.parse(secrets.open(row.content, contentPlace(row.message_id))) as Content),
  }));
}

function contentPlace(messageId: string): string {
  return `messages/${messageId}/content`;
}

/** PostgreSQL 9.7.1: backslash escapes the wildcards % and _. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
