import {
  type AuditEntry,
  type AuditStore,
  type AuditSubject,
  type ChainedEntry,
  type ChainHead,
  chainEntry,
} from '@countersign/signing';
import { type Selectable, sql } from 'kysely';
import { toJson } from '../json.ts';
import type { Connection, Tables } from '../schema.ts';

/** Columns are named, so that the statements can be prepared (guarded-pool.ts). */
const COLUMNS = [
  ...(['entryId', 'subjectKind', 'subjectId', 'sequence', 'type', 'accountId', 'userId'] as const),
  ...(['date', 'fileIds', 'fileHeads', 'details', 'previousHash', 'hash'] as const),
] as const;

export class PostgresAuditStore implements AuditStore {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async append(...entries: readonly AuditEntry[]): Promise<void> {
    const [first] = entries;
    if (first === undefined) return;
    await this.#lockChain(first.subject);
    const fileHeads = new Map<string, string | null>();
    for (const id of new Set(entries.flatMap(({ fileIds }) => fileIds)))
      fileHeads.set(id, (await this.#readHead({ kind: 'file', id }))?.hash ?? null);
    let head = await this.#readHead(first.subject);
    const chained = entries.map((entry) => {
      const link = chainEntry(
        entry,
        head,
        entry.fileIds.map((id) => fileHeads.get(id) ?? null),
      );
      head = link;
      return link;
    });
    await this.#db.insertInto('auditEntries').values(chained.map(toRow)).execute();
  }

  /** Statements after it see the commit of the transaction before, because the isolation is READ COMMITTED. */
  async #lockChain({ kind, id }: AuditSubject): Promise<void> {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`audit/${kind}/${id}`}::text, 0))`.execute(
      this.#db,
    );
  }

  async #readHead({ kind, id }: AuditSubject): Promise<ChainHead | null> {
    const head = await this.#db
      .selectFrom('auditEntries')
      .select(['sequence', 'hash'])
      .where('subjectKind', '=', kind)
      .where('subjectId', '=', id)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    return head ?? null;
  }

  async find(entryId: string): Promise<ChainedEntry | null> {
    const row = await this.#db
      .selectFrom('auditEntries')
      .select(COLUMNS)
      .where('entryId', '=', entryId)
      .executeTakeFirst();
    return row === undefined ? null : toEntry(row);
  }

  async listFor({ kind, id }: AuditSubject): Promise<readonly ChainedEntry[]> {
    const rows = await this.#db
      .selectFrom('auditEntries')
      .select(COLUMNS)
      .where('subjectKind', '=', kind)
      .where('subjectId', '=', id)
      .orderBy('sequence')
      .execute();
    return rows.map(toEntry);
  }

  async countCreated(accountId: string, since: Date, limit: number): Promise<number> {
    // The type is in the text, because the predicate of the index compares with a text.
    const { rows } = await sql<{ readonly count: number }>`SELECT count(*)::integer AS count
      FROM (SELECT FROM audit_entries WHERE type = 'document.created' AND account_id = ${accountId}
        AND date >= ${since} LIMIT ${limit}) AS created`.execute(this.#db);
    return rows[0]?.count ?? 0;
  }
}

function toRow({ subject, fileIds, fileHeads, ...entry }: ChainedEntry) {
  return {
    ...entry,
    subjectKind: subject.kind,
    subjectId: subject.id,
    fileIds: toJson(fileIds),
    fileHeads: toJson(fileHeads),
  };
}

function toEntry({ subjectKind, subjectId, ...entry }: Selectable<Tables['auditEntries']>): ChainedEntry {
  return { ...entry, subject: { kind: subjectKind, id: subjectId } };
}
