import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBenchDatabase } from '../service/bench-database.ts';
import { type FilledDatabase, fillDatabase } from './fill-database.ts';
import { listOperations } from './list-operations.ts';
import { measureStatements } from './measure-statements.ts';

const place = await createBenchDatabase();
const SIZES = { documents: 2_000, auditEntries: 2 };

/** Few rows, however many documents there are. */
const SMALL_TABLES = ['users', 'webhooks', 'queue', 'saved_configurations', 'accounts', 'version'];

const INDEXES: Readonly<Record<string, readonly string[]>> = {
  'list: first page': ['documents_shared', 'documents_own'],
  'list: failed': ['documents_shared_of_status', 'documents_own_of_status'],
  'list: waiting for me': ['documents_own_of_status'],
  'list: label': ['document_labels_of_account'],
  'list: external id': ['documents_external_id'],
  'search: a person': ['document_search_text', 'documents_pkey'],
  'counts: groups': ['documents_shared_of_status', 'documents_own_of_status'],
  'counts: labels': ['document_labels_of_account'],
  'what waits': ['job_split_part_created_on_id_idx', 'job_expr_idx', 'webhook_deliveries_waiting'],
  billing: ['audit_entries_billable'],
  'limit: documents': ['audit_entries_created'],
  'limit: bytes': ['files_of_account'],
  'directory of 10,000 users': ['users_of_account'],
  'directory: an address': ['users_email_address_in_account'],
  'directory: an external id': ['scim_external_ids_external_id'],
  'one person: a page': ['document_search_of_account'],
  'removal: a page': ['document_search_of_account'],
  'retention: documents': ['documents_expiry_date'],
  'retention: unused files': ['file_candidates_created_at'],
};

describe.skipIf(place === null)(`plans of statements ${place === null ? 'no PostgreSQL' : ''}`, () => {
  let filled: FilledDatabase;
  let operations: Awaited<ReturnType<typeof listOperations>>;
  beforeAll(async () => {
    filled = await fillDatabase(place?.url ?? '', SIZES);
    operations = await listOperations(filled);
  }, 120_000);
  afterAll(async () => {
    await operations?.[Symbol.asyncDispose]();
    await filled?.close();
    await place?.[Symbol.asyncDispose]();
  });

  const explain = (operation: () => Promise<unknown>) =>
    measureStatements(
      { url: place?.url ?? '', schema: filled.database.engine.schema, runs: 1, avoidsScans: true },
      operation,
    );

  it('[R07-03] read ranges of indexes and no large table as a whole', async () => {
    const scanned: string[] = [];
    for (const [name, operation] of Object.entries(operations)) {
      const found = (await explain(operation)).scanned.filter((table) => !SMALL_TABLES.includes(table));
      scanned.push(...found.map((table) => `${name}: ${table}`));
    }
    expect(scanned).toEqual([]);
  }, 120_000);

  it.each(Object.entries(INDEXES))('[R07-03] %s uses %j', async (name, indexes) => {
    const operation = operations[name];
    if (operation === undefined) throw new Error(`no operation ${name}`);
    const used = (await explain(operation)).indexes.map((index) => index.replace(/^job_common_/, 'job_'));
    expect(used).toEqual(expect.arrayContaining([...indexes]));
  });

  describe('of an account with some three thousand documents of one person', () => {
    const ids = { newest: 'found-0', last: 'found-999', beyond: 'found-1000' };
    beforeAll(async () => {
      const { database, accountId, sender } = filled;
      // The newest of all, so that their place in the order is known.
      await database.engine.execute(
        `INSERT INTO documents (document_id, account_id, user_id, name, status, sharing_setting, created_at, expiry_date,
            progress, state)
          SELECT 'found-' || n, account_id, user_id, name, 'completed', 'private', now() - n * interval '1 millisecond',
            expiry_date, progress, state
          FROM (SELECT * FROM documents WHERE account_id = $1 AND user_id = $2 LIMIT 1) AS one,
            generate_series(0, 2500) AS n`,
        [accountId, sender.userId],
      );
      await database.engine.execute(
        `INSERT INTO document_search (document_id, account_id, text)
          SELECT id, $1, 'zqx' FROM unnest($2::text[]) AS id`,
        [accountId, Object.values(ids)],
      );
    });

    it('[R07-04] count a group to 2,000', async () => {
      const { database, accountId, sender } = filled;
      const { done } = await database.read.documents.countGroups({ accountId, viewer: sender });
      expect(done).toBe(2_000);
    });

    it('[R07-05] search the newest 1,000 for a word of two letters, and all for one of three', async () => {
      const { database, accountId, sender } = filled;
      const search = async (...words: string[]) => {
        const found = await database.read.documents.list({
          accountId,
          userId: sender.userId,
          words,
          limit: 50,
          offset: 0,
        });
        return found.map(({ documentId }) => documentId);
      };
      expect(await search('zq')).toEqual([ids.newest, ids.last]);
      expect(await search('zqx')).toEqual([ids.newest, ids.last, ids.beyond]);
    });
  });
});
