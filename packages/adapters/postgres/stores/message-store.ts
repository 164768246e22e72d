import type { OutgoingMessage } from '@countersign/signing';
import type { SecretBox } from '../encryption.ts';
import type { Connection } from '../schema.ts';
import { escapeLike } from './document-lists.ts';

/** Attempts to send a message, stored without its content and recipient. */
export interface MessageAttemptStore {
  find(messageId: string): Promise<{ readonly startedAt: Date; readonly isSent: boolean } | null>;
  begin(messageId: string, startedAt: Date): Promise<void>;
  finish(messageId: string): Promise<void>;
  /** Forgets an attempt that sent nothing. */
  remove(messageId: string): Promise<void>;
  /** Removes older attempts, and resolves with their number. */
  removeStartedBefore(date: Date): Promise<number>;
}

export class PostgresMessageAttemptStore implements MessageAttemptStore {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async find(messageId: string) {
    const row = await this.#db
      .selectFrom('messageAttempts')
      .select(['startedAt', 'isSent'])
      .where('messageId', '=', messageId)
      .executeTakeFirst();
    return row ?? null;
  }

  async begin(messageId: string, startedAt: Date): Promise<void> {
    await this.#db
      .insertInto('messageAttempts')
      .values({ messageId, startedAt, isSent: false })
      .onConflict((conflict) => conflict.column('messageId').doNothing())
      .execute();
  }

  async finish(messageId: string): Promise<void> {
    await this.#db
      .updateTable('messageAttempts')
      .set({ isSent: true })
      .where('messageId', '=', messageId)
      .execute();
  }

  async remove(messageId: string): Promise<void> {
    await this.#db.deleteFrom('messageAttempts').where('messageId', '=', messageId).execute();
  }

  async removeStartedBefore(date: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('messageAttempts')
      .where('startedAt', '<', date)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

export interface KeptMessage extends OutgoingMessage {
  readonly createdAt: Date;
}

/** Sent messages. Their content is encrypted, because it has signing links. */
export interface MessageStore {
  /** A repeated `messageId` is dropped. */
  keep(message: KeptMessage): Promise<void>;
  /** Lists the newest first; `to` may be in any case. */
  list(query: { readonly to?: string; readonly limit: number }): Promise<readonly KeptMessage[]>;
}

type Content = Pick<OutgoingMessage, 'subject' | 'text' | 'html' | 'senderName' | 'replyTo' | 'attachment'>;

export class PostgresMessageStore implements MessageStore {
  readonly #db: Connection;
  readonly #secrets: SecretBox;

  constructor(db: Connection, secrets: SecretBox) {
    this.#db = db;
    this.#secrets = secrets;
  }

  async keep(message: KeptMessage): Promise<void> {
    const { messageId, channel, to, createdAt, subject, text, html, senderName, replyTo, attachment } =
      message;
    const content = JSON.stringify({
      ...{ subject, text, html, senderName, replyTo, attachment },
    } satisfies ContentToStore);
    await this.#db
      .insertInto('messages')
      .values({
        messageId,
        channel,
        createdAt,
        recipient: to,
        content: this.#secrets.seal(content, contentPath(messageId)),
      })
      .onConflict((conflict) => conflict.column('messageId').doNothing())
      .execute();
  }

  async list({
    to,
    limit,
  }: {
    readonly to?: string;
    readonly limit: number;
  }): Promise<readonly KeptMessage[]> {
    const newest = this.#db.selectFrom('messages').selectAll().orderBy('position', 'desc').limit(limit);
    const rows = await (to === undefined
      ? newest
      : newest.where('recipient', 'ilike', escapeLike(to))
    ).execute();
    return rows.map(({ messageId, channel, recipient, createdAt, content }) => ({
      messageId,
      channel,
      to: recipient,
      createdAt,
      ...(JSON.parse(this.#secrets.open(content, contentPath(messageId))) as Content),
    }));
  }
}

/** JSON leaves undefined members out. */
type ContentToStore = { readonly [Name in keyof Content]-?: Content[Name] | undefined };

export function contentPath(messageId: string): string {
  return `messages/${messageId}/content`;
}
