import type { FileStore, StoredFile } from '@countersign/signing';
import { sql } from 'kysely';
import type { Connection } from '../schema.ts';
import { requireUpdated } from './job-store.ts';

export class PostgresFileStore implements FileStore {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async insert(file: StoredFile): Promise<void> {
    await this.#db.insertInto('files').values(file).execute();
  }

  async update({ fileId, ...changes }: StoredFile): Promise<void> {
    const result = await this.#db
      .updateTable('files')
      .set(changes)
      .where('fileId', '=', fileId)
      .executeTakeFirst();
    requireUpdated(result, 'files', fileId);
  }

  async remove(fileId: string): Promise<void> {
    await this.#db.deleteFrom('files').where('fileId', '=', fileId).execute();
  }

  async find(fileId: string): Promise<StoredFile | null> {
    return (await this.#select('fileId', fileId).executeTakeFirst()) ?? null;
  }

  async findByBlob(blobId: string): Promise<StoredFile | null> {
    return (await this.#select('blobId', blobId).executeTakeFirst()) ?? null;
  }

  async lock(fileId: string): Promise<StoredFile | null> {
    return (await this.#select('fileId', fileId).forUpdate().executeTakeFirst()) ?? null;
  }

  #select(column: 'fileId' | 'blobId', id: string) {
    return this.#db.selectFrom('files').selectAll().where(column, '=', id);
  }

  async listUnused(createdBefore: Date, limit: number): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('files')
      .select('fileId')
      .where('createdAt', '<', createdBefore)
      .where('deletedAt', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('documents')
              .select('documentId')
              .where(sql<string>`state ->> 'fileId'`, '=', sql.ref<string>('files.fileId'))
              .where('status', '<>', 'deleted'),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('savedConfigurations')
              .select('id')
              .whereRef('savedConfigurations.fileId', '=', 'files.fileId')
              .whereRef('savedConfigurations.accountId', '=', 'files.accountId'),
          ),
        ),
      )
      .orderBy('createdAt')
      .limit(limit)
      .execute();
    return rows.map((row) => row.fileId);
  }
}
