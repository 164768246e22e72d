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
});
