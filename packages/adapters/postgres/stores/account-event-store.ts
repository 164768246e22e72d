import type { AccountEvent, AccountEventStore } from '@countersign/identity';
import type { Selectable } from 'kysely';
import { fromJson, toJson } from '../encryption.ts';
import type { Tables } from '../tables.ts';
import type { TransactionScope } from '../transaction.ts';

export function createAccountEventStore(scope: TransactionScope): AccountEventStore {
  return {
    append: (event) => appendEvent(scope, event),
    list: (accountId, page) => listEvents(scope, accountId, page),
    hasSignedIn: (userIds, address, since) => hasSignedIn(scope, userIds, address, since),
    removeBefore: (date) => removeBefore(scope, date),
  };
}

async function appendEvent({ db }: TransactionScope, event: AccountEvent): Promise<void> {
  const row = {
    event_id: event.eventId,
    account_id: event.accountId,
    type: event.type,
    date: event.date,
    user_id: event.userId,
    subject_id: event.subjectId,
    address: event.address,
    details: toJson(event.details),
  };
  await db.insertInto('account_events').values(row).execute();
}

async function listEvents(
  { db }: TransactionScope,
  accountId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly AccountEvent[]> {
  const rows = await db
    .selectFrom('account_events')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('position', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toEvent);
}

async function hasSignedIn(
  { db }: TransactionScope,
  userIds: readonly string[],
  address: string,
  since: Date,
): Promise<boolean> {
  if (userIds.length === 0) return false;
  const row = await db
    .selectFrom('account_events')
    .select('event_id')
    .where('user_id', 'in', userIds)
    .where('date', '>', since)
    .where('type', '=', 'session.started')
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function removeBefore({ db }: TransactionScope, date: Date): Promise<number> {
  const result = await db.deleteFrom('account_events').where('date', '<', date).executeTakeFirst();
  return Number(result.numDeletedRows);
}

function toEvent(row: Selectable<Tables['account_events']>): AccountEvent {
  return {
    eventId: row.event_id,
    accountId: row.account_id,
    type: row.type as AccountEvent['type'],
    date: row.date,
    userId: row.user_id,
    subjectId: row.subject_id,
    address: row.address,
    details: fromJson(row.details),
  };
}
