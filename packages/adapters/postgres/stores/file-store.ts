import type { FileStore, StoredFile } from '@countersign/signing';
import type { TransactionScope } from '../transaction-scope.ts';

export function createFileStore(scope: TransactionScope): FileStore {
  return {
    insert: (file) => insertFile(scope, file),
    find: (fileId) => findFile(scope, fileId),
  };
}

async function insertFile({ db }: TransactionScope, file: StoredFile): Promise<void> {
  const row = {
    file_id: file.fileId,
    account_id: file.accountId,
    user_id: file.userId,
    blob_id: file.blobId,
    original_name: file.originalName,
    size: file.size,
    sha256: file.sha256,
    pages: file.pages,
    created_at: file.createdAt,
  };
  await db.insertInto('files').values(row).execute();
}

async function findFile({ db }: TransactionScope, fileId: string): Promise<StoredFile | null> {
  const row = await db.selectFrom('files').selectAll().where('file_id', '=', fileId).executeTakeFirst();
  if (row === undefined) return null;
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
  };
}
