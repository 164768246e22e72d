/**
 * Rows of every table as lines of JSON, which are the same in the embedded database and in PostgreSQL, so that their hashes
 * can be compared. Three kinds of tables stay behind: those that a start makes again (migrations, schedules and statistics of
 * the queue), counts of requests, which a crash empties too, and candidates for removal, which triggers make of the files.
 */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { AdapterError } from '../errors.ts';
import { createJobsSchema } from '../jobs/open-jobs.ts';
import { connect } from '../postgres/schema.ts';
import type { Engine } from '../postgres/transaction.ts';

export interface TableSummary {
  /** `documents`, or `jobs.job` of the queue. */
  readonly table: string;
  readonly rows: number;
  /** The hash is that of the lines, each with its line feed, in lower-case hex. */
  readonly sha256: string;
}

const JOBS = 'jobs.job';
const STAYS_BEHIND = ['kysely_migration', 'kysely_migration_lock', 'rate_counts', 'file_candidates'];
/** Rows of a fetch; states of documents take up to some hundred kilobytes. */
const FETCH_ROWS = 100;
const INSERT_BYTES = 1024 * 1024;

type Transaction = Kysely<never>;

/** Runs in one snapshot. The embedded database does nothing else meanwhile. */
async function inSnapshot<T>(engine: Engine, work: (db: Transaction) => Promise<T>): Promise<T> {
  const db = connect(engine.dialect).withoutPlugins() as unknown as Transaction;
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      // The text of a time depends on it.
      await sql`SET LOCAL timezone = 'UTC'`.execute(transaction);
      return work(transaction);
    });
}

const locate = ({ schema, jobsSchema }: Engine, table: string) =>
  table === JOBS ? sql.table(`${jobsSchema}.job`) : sql.table(`${schema}.${table}`);

async function listTables(engine: Engine, db: Transaction): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string }>`
    SELECT relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = ${engine.schema} AND relkind = 'r' ORDER BY relname COLLATE "C"`.execute(db);
  const { rows: queue } = await sql<{ readonly isThere: boolean }>`
    SELECT to_regclass(${`${engine.jobsSchema}.job`}) IS NOT NULL AS "isThere"`.execute(db);
  const names = rows.map(({ name }) => name).filter((name) => !STAYS_BEHIND.includes(name));
  return [...names, ...(queue[0]?.isThere ? [JOBS] : [])];
}

/** Orders tables so that rows come after those that they refer to. */
async function orderByReferences(
  engine: Engine,
  db: Transaction,
  tables: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly source: string; readonly target: string }>`
    SELECT source.relname AS source, target.relname AS target FROM pg_constraint
      JOIN pg_class source ON source.oid = conrelid JOIN pg_class target ON target.oid = confrelid
      JOIN pg_namespace ON pg_namespace.oid = source.relnamespace
      WHERE contype = 'f' AND nspname = ${engine.schema}`.execute(db);
  const ordered = new Set<string>();
  const visit = (table: string) => {
    if (ordered.has(table)) return;
    for (const { source, target } of rows) if (source === table && target !== table) visit(target);
    if (tables.includes(table)) ordered.add(table);
  };
  for (const table of tables) visit(table);
  return [...ordered];
}

async function* readLines(engine: Engine, db: Transaction, table: string): AsyncGenerator<readonly string[]> {
  // Names of columns are as in the definition, so both databases write the same text.
  await sql`DECLARE lines NO SCROLL CURSOR FOR SELECT line FROM
    (SELECT row_to_json(rows)::text AS line FROM ${locate(engine, table)} AS rows) AS found
    ORDER BY line COLLATE "C"`.execute(db);
  for (;;) {
    const { rows } = await sql<{ readonly line: string }>`FETCH ${sql.lit(FETCH_ROWS)} FROM lines`.execute(
      db,
    );
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`CLOSE lines`.execute(db);
}

async function readTable(
  engine: Engine,
  db: Transaction,
  table: string,
  write: (text: string) => Promise<void>,
): Promise<TableSummary> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const lines of readLines(engine, db, table)) {
    const text = `${lines.join('\n')}\n`;
    hash.update(text);
    await write(text);
    count += lines.length;
  }
  return { table, rows: count, sha256: hash.digest('hex') };
}

export interface TableSink {
  write(text: string): Promise<void>;
  end(): Promise<void>;
}

/** Reads all tables as they are at one moment. */
export function readTables(
  engine: Engine,
  openSink: (table: string) => Promise<TableSink>,
): Promise<readonly TableSummary[]> {
  return inSnapshot(engine, async (db) => {
    const summaries: TableSummary[] = [];
    for (const table of await listTables(engine, db)) {
      const sink = await openSink(table);
      summaries.push(await readTable(engine, db, table, (text) => sink.write(text)));
      await sink.end();
    }
    return summaries;
  });
}

/** The names of migrations that the database has. */
export async function readMigrations({ schema, execute }: Engine): Promise<readonly string[]> {
  const { rows } = await execute(`SELECT name FROM ${schema}.kysely_migration ORDER BY name`);
  return (rows as readonly { readonly name: string }[]).map(({ name }) => name);
}

/**
 * Loads rows into a new database in one transaction, and compares every table with its summary before it commits: after
 * an interruption nothing is there. Returns false if the database has exactly these rows already. Throws `target_not_empty`
 * if it has others, and `transfer_differs`. The first lines of `readRows` are the first rows of the table.
 */
export async function loadTables(
  engine: Engine,
  expected: readonly TableSummary[],
  readRows: (table: string) => AsyncIterable<string>,
  onTable: (summary: TableSummary) => void = () => undefined,
): Promise<boolean> {
  await createJobsSchema(engine, await listQueues(expected, readRows));
  return inSnapshot(engine, async (db) => {
    const tables = await listTables(engine, db);
    const missing = expected.find(({ table }) => !tables.includes(table));
    if (missing !== undefined) throw new AdapterError('transfer_differs', { table: missing.table });
    if (await hasRows(engine, db, tables, expected)) return false;
    // It has the word that the opening of a new database encrypts.
    await sql`DELETE FROM ${locate(engine, 'settings')}`.execute(db);
    for (const table of await orderByReferences(engine, db, tables)) {
      const summary = expected.find((known) => known.table === table);
      if (summary === undefined) continue;
      await insertRows(engine, db, table, readRows(table));
      const found = await readTable(engine, db, table, async () => undefined);
      if (found.sha256 !== summary.sha256) throw new AdapterError('transfer_differs', { table });
      onTable(found);
    }
    return true;
  });
}

/** Rows of the queue refer to queues by name. */
async function listQueues(
  expected: readonly TableSummary[],
  readRows: (table: string) => AsyncIterable<string>,
): Promise<readonly string[]> {
  const names = new Set<string>();
  if (expected.some(({ table }) => table === JOBS))
    for await (const line of readRows(JOBS)) {
      const { name, dead_letter: deadLetter } = JSON.parse(line);
      names.add(name);
      if (typeof deadLetter === 'string') names.add(deadLetter);
    }
  return [...names];
}

async function hasRows(
  engine: Engine,
  db: Transaction,
  tables: readonly string[],
  expected: readonly TableSummary[],
): Promise<boolean> {
  const filled: string[] = [];
  for (const table of tables) {
    if (table === 'settings') continue;
    const { rows } = await sql<{ readonly some: boolean }>`
      SELECT EXISTS (SELECT FROM ${locate(engine, table)}) AS some`.execute(db);
    if (rows[0]?.some) filled.push(table);
  }
  if (filled.length === 0) return false;
  for (const { table, sha256 } of expected) {
    const found = await readTable(engine, db, table, async () => undefined);
    if (found.sha256 !== sha256) throw new AdapterError('target_not_empty', { table: filled[0] ?? table });
  }
  return true;
}

async function insertRows(
  engine: Engine,
  db: Transaction,
  table: string,
  lines: AsyncIterable<string>,
): Promise<void> {
  const target = locate(engine, table);
  const insert = (rows: readonly string[]) =>
    sql`INSERT INTO ${target} OVERRIDING SYSTEM VALUE
      SELECT * FROM json_populate_recordset(NULL::${target}, ${`[${rows.join(',')}]`}::json)`.execute(db);
  let [batch, size]: [string[], number] = [[], 0];
  for await (const line of lines) {
    batch.push(line);
    size += line.length;
    if (size < INSERT_BYTES) continue;
    await insert(batch);
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) await insert(batch);
  if (table !== JOBS) await continueIdentity(engine, db, table);
}

/** New rows get numbers after those of the loaded ones. */
async function continueIdentity(engine: Engine, db: Transaction, table: string): Promise<void> {
  const { rows } = await sql<{ readonly name: string }>`
    SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = ${engine.schema} AND table_name = ${table} AND is_identity = 'YES'`.execute(db);
  for (const { name } of rows)
    await sql`SELECT setval(pg_get_serial_sequence(${`${engine.schema}.${table}`}, ${name}),
      (SELECT coalesce(max(${sql.ref(name)}), 0) + 1 FROM ${locate(engine, table)}), false)`.execute(db);
}
