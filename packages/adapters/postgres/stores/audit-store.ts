import type { AuditEntry, AuditStore, AuditSubject, AuditType } from '@countersign/signing';
import type { Selectable } from 'kysely';
import { fromJson, toJson } from '../state-json.ts';
import type { Tables } from '../tables.ts';
import type { TransactionScope } from '../transaction-scope.ts';

export function createAuditStore(scope: TransactionScope): AuditStore {
  return {
    append: (entry) => appendEntry(scope, entry),
    listFor: (subject) => listFor(scope, subject),
  };
}

async function appendEntry({ db }: TransactionScope, entry: AuditEntry): Promise<void> {
  const row = {
    entry_id: entry.entryId,
    subject_kind: entry.subject.kind,
    subject_id: entry.subject.id,
    type: entry.type,
    account_id: entry.accountId,
    user_id: entry.userId,
    date: entry.date,
    file_ids: toJson(entry.fileIds),
    details: JSON.stringify(entry.details),
  };
  await db.insertInto('audit_entries').values(row).execute();
}

async function listFor({ db }: TransactionScope, { kind, id }: AuditSubject): Promise<readonly AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.map(toEntry);
}

function toEntry(row: Selectable<Tables['audit_entries']>): AuditEntry {
  return {
    entryId: row.entry_id,
    subject: { kind: row.subject_kind as AuditSubject['kind'], id: row.subject_id },
    type: row.type as AuditType,
    accountId: row.account_id,
    userId: row.user_id,
    date: row.date,
    fileIds: fromJson<readonly string[]>(row.file_ids),
    details: JSON.parse(row.details),
  };
}
