import type { DocumentEvent, EventStore, EventType } from '@countersign/signing';
import type { Selectable } from 'kysely';
import type { Tables } from '../tables.ts';
import type { TransactionScope } from '../transaction-scope.ts';

export function createEventStore(scope: TransactionScope): EventStore {
  return {
    append: (event) => appendEvent(scope, event),
    removeBefore: (date, limit) => removeBefore(scope, date, limit),
    find: (eventId) => findEvent(scope, eventId),
    listForDocument: (documentId) => listForDocument(scope, documentId),
  };
}

async function appendEvent({ db }: TransactionScope, event: DocumentEvent): Promise<void> {
  const row = {
    event_id: event.eventId,
    type: event.type,
    document_id: event.documentId,
    account_id: event.accountId,
    user_id: event.userId,
    signee_id: event.signeeId,
    date: event.date,
  };
  await db.insertInto('events').values(row).execute();
}

async function removeBefore({ db }: TransactionScope, date: Date, limit: number): Promise<number> {
  const old = db
    .selectFrom('events')
    .select('event_id')
    .where('date', '<', date)
    .orderBy('position')
    .limit(limit)
    .forUpdate();
  const removed = await db.deleteFrom('events').where('event_id', 'in', old).returning('event_id').execute();
  const ids = removed.map((row) => row.event_id);
  if (ids.length > 0) await db.deleteFrom('webhook_deliveries').where('event_id', 'in', ids).execute();
  return ids.length;
}

async function findEvent({ db }: TransactionScope, eventId: string): Promise<DocumentEvent | null> {
  const row = await db.selectFrom('events').selectAll().where('event_id', '=', eventId).executeTakeFirst();
  return row === undefined ? null : toEvent(row);
}

async function listForDocument({ db }: TransactionScope, documentId: string) {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('position')
    .execute();
  return rows.map(toEvent);
}

function toEvent(row: Selectable<Tables['events']>): DocumentEvent {
  return {
    eventId: row.event_id,
    type: row.type as EventType,
    documentId: row.document_id,
    accountId: row.account_id,
    userId: row.user_id,
    signeeId: row.signee_id,
    date: row.date,
  };
}
