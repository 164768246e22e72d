import type { FileStore, StoredFile } from '@countersign/signing';
import { sql } from 'kysely';
import type { Connection } from '../schema.ts';
import { requireUpdated } from './job-store.ts';

/** Columns are named, so that the statements can be prepared (guarded-pool.ts). */
const COLUMNS = [
  ...(['fileId', 'accountId', 'userId', 'blobId', 'originalName'] as const),
  ...(['size', 'sha256', 'pages', 'createdAt', 'deletedAt'] as const),
] as const;

/**
 * The number is above a batch of removals, whose failures stay candidates, and low enough that PostgreSQL finds the files
 * by index: with 2,000 it read all files.
 */
const LOOKED_AT_ONCE = 500;

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

  async sumSizes(accountId: string): Promise<number> {
    const row = await this.#db
      .selectFrom('files')
      .select(({ fn }) => fn.sum<string | null>('size').as('bytes'))
      .where('accountId', '=', accountId)
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(row.bytes ?? 0);
  }

  async findByBlob(blobId: string): Promise<StoredFile | null> {
    return (await this.#select('blobId', blobId).executeTakeFirst()) ?? null;
  }

  async lock(fileId: string): Promise<StoredFile | null> {
    return (await this.#select('fileId', fileId).forUpdate().executeTakeFirst()) ?? null;
  }

  #select(column: 'fileId' | 'blobId', id: string) {
    return this.#db.selectFrom('files').select(COLUMNS).where(column, '=', id);
  }

  /**
   * Looks at candidates, and drops those that are in use, until it finds one that is not. Those that lose a document or
   * saved configuration meanwhile are candidates again. Each file is looked up by itself, because a join would read all
   * documents; the collation is that of their index.
   */
  async listUnused(createdBefore: Date, limit: number): Promise<readonly string[]> {
    for (;;) {
      const { rows } = await sql<{ readonly fileId: string; readonly isUsed: boolean }>`
        WITH looked AS MATERIALIZED (
          SELECT file_id, noted_at, coalesce(deleted_at IS NOT NULL
            OR (SELECT true FROM documents WHERE state ->> 'fileId' = file_id COLLATE "default" AND status <> 'deleted' LIMIT 1)
            OR (SELECT true FROM saved_configurations AS saved
              WHERE saved.file_id = files.file_id AND saved.account_id = files.account_id LIMIT 1), false) AS is_used
          FROM (SELECT * FROM file_candidates WHERE created_at < ${createdBefore}
            ORDER BY created_at, file_id LIMIT ${LOOKED_AT_ONCE}) AS oldest
          JOIN files USING (file_id, created_at)
          ORDER BY created_at, file_id),
        dropped AS (DELETE FROM file_candidates USING looked WHERE looked.is_used
          AND file_candidates.file_id = looked.file_id AND file_candidates.noted_at = looked.noted_at)
        SELECT file_id, is_used FROM looked`.execute(this.#db);
      const unused = rows.filter(({ isUsed }) => !isUsed).map(({ fileId }) => fileId);
      if (unused.length > 0 || rows.length < LOOKED_AT_ONCE) return unused.slice(0, limit);
    }
  }
}
