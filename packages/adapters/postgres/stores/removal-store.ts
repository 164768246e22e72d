import { createHash } from 'node:crypto';
import type { User } from '@countersign/identity';
import type { AccountRemoval, MentioningKind, RemovalStore, RemovedKind } from '@countersign/signing/ports';
import { type RawBuilder, sql } from 'kysely';
import { toJson } from '../json.ts';
import type { Connection } from '../schema.ts';
import type { Engine } from '../transaction.ts';

/** The table and id column of each kind, the condition for one of several kinds in a table, and what its trail names. */
const KINDS: Readonly<
  Record<
    RemovedKind,
    {
      readonly table: string;
      readonly id: string;
      readonly kind?: string;
      readonly subject?: string;
      /** The table with an index of ids by account, if it is another one. */
      readonly listedIn?: string;
    }
  >
> = {
  documents: { table: 'documents', id: 'document_id', subject: 'document', listedIn: 'document_search' },
  links: { table: 'saved_configurations', id: 'id', kind: 'link', subject: 'link' },
  drafts: { table: 'saved_configurations', id: 'id', kind: 'draft' },
  templates: { table: 'saved_configurations', id: 'id', kind: 'template' },
  files: { table: 'files', id: 'file_id', subject: 'file' },
};

const NO_HASH = '0'.repeat(64);

/** The trigger of the audit trail lets entries of an account go whose status is `removing`. */
export class PostgresRemovalStore implements RemovalStore {
  readonly #db: Connection;
  readonly #jobs: RawBuilder<unknown>;

  constructor(db: Connection, { jobsSchema }: Pick<Engine, 'jobsSchema'>) {
    this.#db = db;
    this.#jobs = sql`${sql.id(jobsSchema)}.job`;
  }

  async listDue(closedBefore: Date): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('accounts')
      .select('accountId')
      .where((either) =>
        either.or([
          either('status', '=', 'removing'),
          either.and([either('status', '=', 'closed'), either('statusChangedAt', '<=', closedBefore)]),
        ]),
      )
      .orderBy('statusChangedAt')
      .execute();
    return rows.map(({ accountId }) => accountId);
  }

  list(): Promise<readonly AccountRemoval[]> {
    return this.#db
      .selectFrom('accountRemovals')
      .selectAll()
      .orderBy('closedAt')
      .orderBy('accountId')
      .execute();
  }

  async listIds(accountId: string, kind: RemovedKind, limit: number, after = ''): Promise<readonly string[]> {
    const { rows } = await sql<{
      readonly id: string;
    }>`${pageOfIds(kind, { accountId, limit, after })}`.execute(this.#db);
    return rows.map((row) => row.id);
  }

  /** Every state is read, a page at a time: this is a rare request, and an index of all words would be large. */
  async listMentioning(
    text: string,
    kind: MentioningKind,
    page: Parameters<RemovalStore['listMentioning']>[2],
  ): ReturnType<RemovalStore['listMentioning']> {
    const { table, id } = KINDS[kind];
    const { rows } = await sql<{ readonly id: string; readonly hasText: boolean }>`
      SELECT page.id, coalesce(strpos(lower(state::text), ${text}) > 0, false) AS has_text
      FROM (${pageOfIds(kind, page)}) AS page LEFT JOIN ${sql.id(table)} AS found
        ON found.${sql.id(id)} = page.id AND ${ofKind(kind)}
      ORDER BY 1`.execute(this.#db);
    return { ids: rows.filter(({ hasText }) => hasText).map((row) => row.id), last: rows.at(-1)?.id ?? null };
  }

  listUsersWith(emailAddress: string, accountId: string | null): Promise<readonly User[]> {
    const found = this.#db
      .selectFrom('users')
      .selectAll()
      .where(sql<string>`lower(email_address)`, '=', emailAddress.toLowerCase())
      .orderBy('userId');
    return (accountId === null ? found : found.where('accountId', '=', accountId)).execute();
  }

  async removePerson(personId: string): Promise<void> {
    await this.#removePeople([personId]);
  }

  async begin(accountId: string, closedBefore: Date): Promise<boolean> {
    const account = await this.#db
      .selectFrom('accounts')
      .select(['status', 'statusChangedAt'])
      .where('accountId', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (account === undefined) return false;
    if (account.status === 'removing') return true;
    const closedAt = account.statusChangedAt;
    if (account.status !== 'closed' || closedAt === null || closedAt > closedBefore) return false;
    await this.#db
      .updateTable('accounts')
      .set({ status: 'removing' })
      .where('accountId', '=', accountId)
      .execute();
    await this.#db
      .insertInto('accountRemovals')
      .values({ accountId, closedAt, removedAt: null, counts: toJson({}), hash: NO_HASH })
      .execute();
    await this.#removeJobs(accountId);
    return true;
  }

  /** Jobs that remove something stay, because they know blobs that nothing else names. */
  async #removeJobs(accountId: string): Promise<void> {
    await sql`DELETE FROM ${this.#jobs} AS job
      WHERE job.state <> 'active' AND job.name NOT LIKE 'remove-%'
        AND (split_part(job.group_id, ' ', 1) = ${accountId}
          OR job.data ->> 'documentId' IN (SELECT document_id FROM documents WHERE account_id = ${accountId})
          OR job.data ->> 'userId' IN (SELECT user_id FROM users WHERE account_id = ${accountId}))`.execute(
      this.#db,
    );
  }

  async removeOne(accountId: string, kind: RemovedKind, id: string, blobs: number): Promise<void> {
    const { table, id: column, subject } = KINDS[kind];
    const { rows } = await sql`DELETE FROM ${sql.id(table)}
      WHERE account_id = ${accountId} AND ${sql.id(column)} = ${id} AND ${ofKind(kind)} RETURNING 1`.execute(
      this.#db,
    );
    if (rows.length === 0) return;
    // With what they are about, because those of a whole account would not fit into one transaction.
    const entries =
      subject === undefined
        ? []
        : await this.#remove(
            'audit_entries',
            'entry_id',
            sql`account_id = ${accountId} AND subject_kind = ${subject} AND subject_id = ${id}`,
          );
    await this.#prove(accountId, { [kind]: [id], audit_entries: entries }, { blobs });
  }

  async removeRest(accountId: string, limit: number): Promise<boolean> {
    const webhooks = sql`(SELECT webhook_id FROM webhooks WHERE account_id = ${accountId})`;
    const some = (table: string, id: string, condition: RawBuilder<unknown>) =>
      this.#remove(
        table,
        id,
        sql`${sql.id(id)} = ANY (ARRAY(SELECT ${sql.id(id)} FROM ${sql.id(table)}
        WHERE ${condition} LIMIT ${limit}))`,
      );
    const deliveries = await some('webhook_deliveries', 'delivery_id', sql`webhook_id IN ${webhooks}`);
    const entries = await some('audit_entries', 'entry_id', leftEntries(accountId));
    const events = await some('account_events', 'event_id', sql`account_id = ${accountId}`);
    await this.#prove(accountId, { audit_entries: entries, account_events: events }, {});
    return [deliveries, entries, events].some(({ length }) => length === limit);
  }

  async finish(accountId: string, removedAt: Date): Promise<void> {
    const users = sql`(SELECT user_id FROM users WHERE account_id = ${accountId})`;
    const ofAccount = (table: string, id: string) => [table, id, sql`account_id = ${accountId}`] as const;
    const ofUsers = (table: string, id: string) => [table, id, sql`user_id IN ${users}`] as const;
    await this.#removeJobs(accountId);
    await sql`DELETE FROM webhook_deliveries WHERE webhook_id IN
      (SELECT webhook_id FROM webhooks WHERE account_id = ${accountId})`.execute(this.#db);
    await sql`DELETE FROM idempotency_keys WHERE user_id IN ${users}`.execute(this.#db);
    await sql`DELETE FROM access_tokens WHERE account_id = ${accountId}`.execute(this.#db);
    const removed: Record<string, readonly string[]> = {};
    for (const [table, id, condition] of [
      ['audit_entries', 'entry_id', leftEntries(accountId)] as const,
      ofAccount('account_events', 'event_id'),
      ofAccount('webhooks', 'webhook_id'),
      ofAccount('api_keys', 'api_key_id'),
      ofAccount('oauth_grants', 'grant_id'),
      ofUsers('oauth_clients', 'client_id'),
      ofAccount('browser_sessions', 'session_id'),
    ])
      removed[table] = await this.#remove(table, id, condition);
    const people = await this.#listPeople(accountId);
    removed.users = await this.#remove('users', 'user_id', sql`account_id = ${accountId}`);
    removed.people = await this.#removePeople(people);
    await this.#prove(accountId, removed, {});
    await this.#db.deleteFrom('accounts').where('accountId', '=', accountId).execute();
    await this.#db
      .updateTable('accountRemovals')
      .set({ removedAt })
      .where('accountId', '=', accountId)
      .execute();
  }

  async #remove(table: string, id: string, condition: RawBuilder<unknown>): Promise<readonly string[]> {
    const { rows } = await sql<{ readonly id: string }>`DELETE FROM ${sql.id(table)} WHERE ${condition}
      RETURNING ${sql.id(id)} AS id`.execute(this.#db);
    return rows.map((row) => row.id);
  }

  async #listPeople(accountId: string): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('users')
      .select('personId')
      .where('accountId', '=', accountId)
      .where('personId', 'is not', null)
      .execute();
    return rows.flatMap(({ personId }) => personId ?? []);
  }

  /** People who are users of another account stay. */
  async #removePeople(personIds: readonly string[]): Promise<readonly string[]> {
    if (personIds.length === 0) return [];
    const gone = await this.#remove(
      'people',
      'person_id',
      sql`person_id IN (${sql.join(personIds)})
        AND NOT EXISTS (SELECT FROM users WHERE users.person_id = people.person_id)`,
    );
    if (gone.length === 0) return [];
    for (const table of [
      'passkeys',
      'passkey_challenges',
      'password_resets',
      'recovery_codes',
      'browser_sessions',
    ])
      await sql`DELETE FROM ${sql.id(table)} WHERE person_id IN (${sql.join(gone)})`.execute(this.#db);
    return gone;
  }

  /** Adds what was removed to the counts and the chain of hashes. */
  async #prove(
    accountId: string,
    removed: Readonly<Record<string, readonly string[]>>,
    further: Readonly<Record<string, number>>,
  ): Promise<void> {
    const proof = await this.#db
      .selectFrom('accountRemovals')
      .select(['counts', 'hash'])
      .where('accountId', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const counts: Record<string, number> = { ...proof.counts };
    let { hash } = proof;
    for (const [kind, ids] of Object.entries(removed)) {
      counts[kind] = (counts[kind] ?? 0) + ids.length;
      if (ids.length === 0) continue;
      hash = createHash('sha256')
        .update([hash, kind, ...ids.toSorted()].join('\n'))
        .digest('hex');
    }
    for (const [name, count] of Object.entries(further)) counts[name] = (counts[name] ?? 0) + count;
    await this.#db
      .updateTable('accountRemovals')
      .set({ counts: toJson(counts), hash })
      .where('accountId', '=', accountId)
      .execute();
  }
}

/** Selects a page of ids in their order. */
function pageOfIds(
  kind: RemovedKind,
  { accountId, limit, after }: Parameters<RemovalStore['listMentioning']>[2],
): RawBuilder<unknown> {
  const { table, id, listedIn = table } = KINDS[kind];
  const ofAccount = accountId === null ? sql`true` : sql`account_id = ${accountId}`;
  return sql`SELECT ${sql.id(id)} AS id FROM ${sql.id(accountId === null ? table : listedIn)}
    WHERE ${ofAccount} AND ${sql.id(id)} > ${after} AND ${ofKind(kind)} ORDER BY 1 LIMIT ${limit}`;
}

/** Those of files and links, which may be gone. Entries of documents are removed with these. */
function leftEntries(accountId: string): RawBuilder<unknown> {
  return sql`account_id = ${accountId} AND subject_kind <> 'document'`;
}

function ofKind(kind: RemovedKind): RawBuilder<unknown> {
  const { kind: name } = KINDS[kind];
  return name === undefined ? sql`true` : sql`kind = ${name}`;
}
