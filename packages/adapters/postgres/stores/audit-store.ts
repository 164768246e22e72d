import {
  type AuditEntry,
  type AuditStore,
  type AuditSubject,
  type AuditType,
  type ChainedEntry,
  type ChainHead,
  chainEntry,
} from '@countersign/signing';
import { type Selectable, sql } from 'kysely';
import { toJson } from '../encryption.ts';
import type { Tables } from '../tables.ts';
import type { RunningTransaction, TransactionScope } from '../transaction.ts';

export function createAuditStore(scope: TransactionScope): AuditStore {
  return {
    append: (entry) => appendEntry(scope, entry),
    find: (entryId) => findEntry(scope, entryId),
    listFor: (subject) => listFor(scope, subject),
  };
}

async function appendEntry(scope: TransactionScope, entry: AuditEntry): Promise<void> {
  await lockChain(scope.required, entry.subject);
  const fileHeads: (string | null)[] = [];
  for (const id of entry.fileIds) fileHeads.push((await readHead(scope, { kind: 'file', id }))?.hash ?? null);
  const chained = chainEntry(entry, await readHead(scope, entry.subject), fileHeads);
  await scope.db.insertInto('audit_entries').values(toRow(chained)).execute();
}

/** Reads after it see the previous commit (READ COMMITTED). */
async function lockChain({ db }: RunningTransaction, { kind, id }: AuditSubject): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`audit/${kind}/${id}`}::text, 0))`.execute(db);
}

async function readHead({ db }: TransactionScope, { kind, id }: AuditSubject): Promise<ChainHead | null> {
  const head = await db
    .selectFrom('audit_entries')
    .select(['sequence', 'hash'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return head ?? null;
}

async function findEntry({ db }: TransactionScope, entryId: string): Promise<ChainedEntry | null> {
  const row = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('entry_id', '=', entryId)
    .executeTakeFirst();
  return row === undefined ? null : toEntry(row);
}

async function listFor(
  { db }: TransactionScope,
  { kind, id }: AuditSubject,
): Promise<readonly ChainedEntry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('sequence')
    .execute();
  return rows.map(toEntry);
}

function toRow(entry: ChainedEntry) {
  return {
    entry_id: entry.entryId,
    subject_kind: entry.subject.kind,
    subject_id: entry.subject.id,
    type: entry.type,
    account_id: entry.accountId,
    user_id: entry.userId,
    date: entry.date,
    file_ids: toJson(entry.fileIds),
    details: entry.details,
    sequence: entry.sequence,
    previous_hash: entry.previousHash,
    file_heads: toJson(entry.fileHeads),
    hash: entry.hash,
  };
}

/** The audit check must see tampered rows. */
function toEntry(row: Selectable<Tables['audit_entries']>): ChainedEntry {
  return {
    entryId: row.entry_id,
    subject: { kind: row.subject_kind as AuditSubject['kind'], id: row.subject_id },
    type: row.type as AuditType,
    accountId: row.account_id,
    userId: row.user_id,
    date: row.date,
    fileIds: row.file_ids as readonly string[],
    details: row.details,
    sequence: row.sequence,
    previousHash: row.previous_hash,
    fileHeads: row.file_heads as readonly (string | null)[],
    hash: row.hash,
  };
}
