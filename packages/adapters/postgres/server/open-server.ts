import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { AdapterError } from '../../errors.ts';
import type { Engine } from '../engine.ts';

/** Connections per process: requests and workers share them; PostgreSQL allows 100 in all by default. */
const MAX_CONNECTIONS = 10;
/** How long a statement waits for a free connection before it fails, so that overload answers instead of hanging. */
const CONNECTION_WAIT_MS = 15_000;
const DEFAULT_SCHEMA = 'countersign';
/** Advisory locks are numbers in pairs: ours is the first, the second says what for. */
const LOCK_FAMILY = 0x636f756e;

export interface ServerLocation {
  readonly databaseUrl: string;
  /** Tables live in this schema and the queue in `<schema>_jobs`; both are made when missing. */
  readonly schema?: string;
}

/** A PostgreSQL server, 14 or newer. Throws `schema_name_invalid`, or what the connection threw. */
export async function openServer({ databaseUrl, schema = DEFAULT_SCHEMA }: ServerLocation): Promise<Engine> {
  // It is written into connection options and statements without quotes.
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(schema)) throw new AdapterError('schema_name_invalid', { schema });
  const pool = createPool(databaseUrl, schema);
  try {
    return await createEngine(pool, schema);
  } catch (error) {
    await pool.end();
    throw error;
  }
}

function createPool(databaseUrl: string, schema: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    options: `-c search_path=${schema}`,
    application_name: 'countersign',
  });
  // An idle connection that the server drops is replaced on next use; unheard, its error would end the process.
  pool.on('error', () => undefined);
  return pool;
}

async function createEngine(pool: pg.Pool, schema: string): Promise<Engine> {
  const presence = await announcePresence(pool, schema);
  return {
    kind: 'server',
    dialect: new PostgresDialect({ pool }),
    schema,
    jobsSchema: `${schema}_jobs`,
    execute: (text, values) => execute(pool, text, values),
    migrateAlone: (work) => migrateAlone(pool, schema, work),
    openedAlone: presence.openedAlone,
    async close() {
      // First: the pool waits for every connection that is out.
      presence.end();
      await pool.end();
    },
  };
}

async function execute(pool: pg.Pool, text: string, values: readonly unknown[] | undefined) {
  // A failed script leaves its transaction open; a connection of its own is rolled back before it returns to the pool.
  const client = await pool.connect();
  try {
    const result = await client.query(text, values === undefined ? [] : [...values]);
    client.release();
    return { rows: collectRows(result) };
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}

/** A script answers with one result per statement. */
function collectRows(result: pg.QueryResult | pg.QueryResult[]): unknown[] {
  return Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows;
}

async function migrateAlone<T>(pool: pg.Pool, schema: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [LOCK_FAMILY, `migrate ${schema}`]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    return await work();
  } finally {
    // Closing the session gives the lock back, however the work ended.
    client.release(true);
  }
}

/** Every process holds a shared lock while it lives; who can have it alone for a moment has nobody beside it. */
async function announcePresence(pool: pg.Pool, schema: string) {
  const client = await pool.connect();
  client.on('error', () => undefined);
  const key = [LOCK_FAMILY, `presence ${schema}`];
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1, hashtext($2)) AS alone', key);
  const openedAlone = (rows[0] as { alone: boolean }).alone;
  await client.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', key);
  if (openedAlone) await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', key);
  return { openedAlone, end: () => client.release(true) };
}
