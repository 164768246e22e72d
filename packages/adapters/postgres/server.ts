import { PostgresDialect } from 'kysely';
import type pg from 'pg';
import { AdapterError } from '../errors.ts';
import { GuardedPool } from './guarded-pool.ts';
import { lockValues, Presence } from './presence.ts';
import type { Engine } from './transaction.ts';

const DEFAULT_SCHEMA = 'countersign';
/** The connection of a longer statement is closed. */
const STATEMENT_LIMIT_MS = 30_000;
/** PostgreSQL allows 100 connections in all by default. */
const MAX_CONNECTIONS = 10;

export interface ServerLocation {
  readonly databaseUrl: string;
  /** The schema of the queue is `<schema>_jobs`. */
  readonly schema?: string;
  /** Migrations have no limit. */
  readonly statementLimitMs?: number | undefined;
  /** The process has no more, the one that announces it included; migrations need three. */
  readonly maxConnections?: number | undefined;
}

/** Opens PostgreSQL 14 or newer. Throws `schema_name_invalid` or the connection's error. */
export async function openServer(location: ServerLocation): Promise<Engine> {
  const { databaseUrl, schema = DEFAULT_SCHEMA, ...limits } = location;
  const { statementLimitMs = STATEMENT_LIMIT_MS, maxConnections = MAX_CONNECTIONS } = limits;
  // The name is in connection options and unquoted SQL.
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(schema)) throw new AdapterError('schema_name_invalid', { schema });
  const pool = new GuardedPool(databaseUrl, schema, { statementLimitMs, maxConnections });
  try {
    return await createEngine(pool, schema);
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function createEngine(pool: GuardedPool, schema: string): Promise<Engine> {
  const presence = await Presence.announce(pool, `presence ${schema}`);
  return {
    kind: 'server',
    dialect: new PostgresDialect({ pool }),
    schema,
    jobsSchema: `${schema}_jobs`,
    execute: (text, values) => execute(pool, text, values),
    migrateAlone: (work) => pool.withoutLimit(() => migrateAlone(pool, schema, work)),
    connections: () => pool.counts(),
    openedAlone: presence.openedAlone,
    async close() {
      // Presence ends first, because the pool waits for every connection.
      presence.end();
      await pool.end();
    },
  };
}

async function execute(pool: GuardedPool, text: string, values: readonly unknown[] | undefined) {
  // The statement has a connection of its own, on which a failed script's transaction is rolled back.
  const client = await pool.connect();
  try {
    const result = await client.run(text, values);
    client.release();
    return { rows: collectRows(result) };
  } catch (error) {
    // A script has no values, and can leave a transaction open.
    const isScript = values === undefined || values.length === 0;
    await (isScript ? client.run('ROLLBACK') : Promise.resolve()).then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/** A script has one result per statement. */
function collectRows(result: pg.QueryResult | pg.QueryResult[]): unknown[] {
  return Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows;
}

async function migrateAlone<T>(pool: GuardedPool, schema: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.run('SELECT pg_advisory_lock($1, hashtext($2))', lockValues(`migrate ${schema}`));
    await client.run(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    return await work();
  } finally {
    // Closing the connection releases the lock in any case.
    client.release(true);
  }
}
