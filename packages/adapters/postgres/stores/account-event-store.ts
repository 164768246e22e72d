import type { AccountEvent, AccountEventStore } from '@countersign/identity';
import { sql } from 'kysely';
import { toJson } from '../json.ts';
import type { Connection } from '../schema.ts';

export class PostgresAccountEventStore implements AccountEventStore {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async append(event: AccountEvent): Promise<void> {
    await this.#db
      .insertInto('accountEvents')
      .values({ ...event, details: toJson(event.details) })
      .execute();
  }

  list(
    accountId: string,
    { limit, offset, before }: Parameters<AccountEventStore['list']>[1],
  ): Promise<readonly AccountEvent[]> {
    // Events that are older than one that retention removed are removed, too.
    const olderThan = sql<number>`(SELECT position FROM account_events WHERE event_id = ${before})`;
    return this.#db
      .selectFrom('accountEvents')
      .select(['eventId', 'accountId', 'type', 'date', 'userId', 'subjectId', 'address', 'details'])
      .where('accountId', '=', accountId)
      .$if(before !== undefined, (events) => events.where('position', '<', olderThan))
      .orderBy('position', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
  }

  async hasSignedIn(userIds: readonly string[], address: string, since: Date): Promise<boolean> {
    if (userIds.length === 0) return false;
    const row = await this.#db
      .selectFrom('accountEvents')
      .select('eventId')
      .where('userId', 'in', userIds)
      .where('date', '>', since)
      .where('type', '=', 'session.started')
      .where('address', '=', address)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async removeBefore(date: Date): Promise<number> {
    const result = await this.#db.deleteFrom('accountEvents').where('date', '<', date).executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}
