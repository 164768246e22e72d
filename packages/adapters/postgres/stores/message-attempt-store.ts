import type { TransactionScope } from '../transaction-scope.ts';

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
