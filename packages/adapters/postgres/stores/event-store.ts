import type { DocumentEvent, EventStore, EventType } from '@countersign/signing';
import type { Selectable } from 'kysely';
import type { Tables } from '../tables.ts';
import type { TransactionScope } from '../transaction-scope.ts';

export function createEventStore(scope: TransactionScope): EventStore {
  return {
    append: (event) => appendEvent(scope, event),
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
