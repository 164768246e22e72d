/**
 * `npm run bench:scale`: the time that PostgreSQL takes for what people and jobs ask of it, with many documents. Needs the
 * server of the tests, and for a million documents 20 GB of its disk and half an hour.
 */
import { parseArgs } from 'node:util';
import type { Engine } from '../../packages/adapters/postgres/transaction.ts';
import { createBenchDatabase } from '../service/bench-database.ts';
import { fillDatabase } from './fill-database.ts';
import { listOperations } from './list-operations.ts';
import { measureStatements } from './measure-statements.ts';

const MAX_MS = 50;

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '200000' },
    'audit-entries': { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
  },
});
const documents = Number(options.documents);
const auditEntries = Number(options['audit-entries']);

await using place = await createBenchDatabase();
if (place === null) throw new Error('no PostgreSQL server answers');
const filled = await fillDatabase(place.url, { documents, auditEntries }, (what) =>
  console.error(`${new Date().toISOString().slice(11, 19)} ${what}`),
);
try {
  await using operations = await listOperations(filled);
  console.log(`${documents} documents, ${documents * auditEntries} audit entries\n`);
  console.log('| operation | ms | pages | statements | reads all of |\n| --- | ---: | ---: | ---: | --- |');
  for (const [name, operation] of Object.entries(operations)) {
    if (!name.startsWith(options.only)) continue;
    const { schema } = filled.database.engine;
    const costs = await measureStatements({ url: place.url, schema }, operation);
    const { milliseconds, pages, statements, scanned } = costs;
    if (milliseconds > MAX_MS) process.exitCode = 1;
    const time = milliseconds > MAX_MS ? `**${milliseconds.toFixed(1)}**` : milliseconds.toFixed(1);
    console.log(`| ${name} | ${time} | ${pages} | ${statements} | ${scanned.join(', ')} |`);
  }
  console.log('\n| table | bytes of it and its indexes for a document |\n| --- | ---: |');
  for (const { table, bytes } of await listSizes(filled.database.engine))
    console.log(`| ${table} | ${Math.round(bytes / documents).toLocaleString('en')} |`);
} finally {
  await filled.close();
}

/** Lists the tables whose rows come with documents. */
async function listSizes({ schema, execute }: Engine) {
  const { rows } = await execute(
    `SELECT relname AS table, pg_total_relation_size(pg_class.oid) AS bytes
      FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = $1 AND relname IN ('documents', 'document_search', 'audit_entries', 'files')
      ORDER BY bytes DESC`,
    [schema],
  );
  return rows as readonly { readonly table: string; readonly bytes: number }[];
}
