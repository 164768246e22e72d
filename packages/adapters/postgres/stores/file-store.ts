import type { FileStore, StoredFile } from '@countersign/signing';
import { type Selectable, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { RunningTransaction, TransactionScope } from '../transaction.ts';
import { requireUpdated } from './job-store.ts';

export function createFileStore(scope: TransactionScope): FileStore {
  return {
    insert: (file) => insertFile(scope, file),
    update: (file) => updateFile(scope, file),
    remove: (fileId) => removeFile(scope, fileId),
    find: (fileId) => findBy(scope, 'file_id', fileId),
    lock: async (fileId) => lockFile(scope.required, fileId),
    listUnused: (createdBefore, limit) => listUnused(scope, createdBefore, limit),
    findByBlob: (blobId) => findBy(scope, 'blob_id', blobId),
  };
}

async function insertFile({ db }: TransactionScope, file: StoredFile): Promise<void> {
  await db.insertInto('files').values(toRow(file)).execute();
}

async function updateFile({ db }: TransactionScope, file: StoredFile): Promise<void> {
  const { file_id, ...row } = toRow(file);
  const result = await db.updateTable('files').set(row).where('file_id', '=', file_id).executeTakeFirst();
  requireUpdated(result, 'files', file_id);
}

async function removeFile({ db }: TransactionScope, fileId: string): Promise<void> {
  await db.deleteFrom('files').where('file_id', '=', fileId).execute();
}

async function listUnused({ db }: TransactionScope, createdBefore: Date, limit: number) {
  const rows = await db
    .selectFrom('files')
    .select('file_id')
    .where('created_at', '<', createdBefore)
    .where('deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('documents')
            .select('document_id')
            .where(sql<string>`state ->> 'fileId'`, '=', sql.ref<string>('files.file_id'))
            .where('status', '<>', 'deleted'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('saved_configurations')
            .select('id')
            .whereRef('saved_configurations.file_id', '=', 'files.file_id')
            .whereRef('saved_configurations.account_id', '=', 'files.account_id'),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.file_id);
}

async function findBy({ db }: TransactionScope, column: 'file_id' | 'blob_id', id: string) {
  const row = await db.selectFrom('files').selectAll().where(column, '=', id).executeTakeFirst();
  return row === undefined ? null : toFile(row);
}

async function lockFile({ db }: RunningTransaction, fileId: string): Promise<StoredFile | null> {
  const query = db.selectFrom('files').selectAll().where('file_id', '=', fileId).forUpdate();
  const row = await query.executeTakeFirst();
  return row === undefined ? null : toFile(row);
}

function toRow(file: StoredFile) {
  return {
    file_id: file.fileId,
    account_id: file.accountId,
    user_id: file.userId,
    blob_id: file.blobId,
    original_name: file.originalName,
    size: file.size,
    sha256: file.sha256,
    pages: file.pages,
    created_at: file.createdAt,
    deleted_at: file.deletedAt,
  };
}

function toFile(row: Selectable<Tables['files']>): StoredFile {
  return {
    fileId: row.file_id,
    accountId: row.account_id,
    userId: row.user_id,
    blobId: row.blob_id,
    originalName: row.original_name,
    size: Number(row.size),
    sha256: row.sha256,
    pages: row.pages,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
  };
}
