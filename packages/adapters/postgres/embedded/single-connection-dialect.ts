/**
 * Kysely's PGlite dialect shares its connection, so reads would land in a running transaction. Here a transaction
 * or statement holds it.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Mutex } from './mutex.ts';
import type { PgliteClient } from './pglite-client.ts';

export function createSingleConnectionDialect(client: PgliteClient, mutex: Mutex): Dialect {
  return {
    createAdapter: () => new PGliteAdapter(),
    createDriver: () => new SingleConnectionDriver(client, mutex),
    createIntrospector: (db: Kysely<unknown>): DatabaseIntrospector => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class SingleConnectionDriver implements Driver {
  readonly #client: PgliteClient;
  readonly #mutex: Mutex;
  readonly #releases = new WeakMap<DatabaseConnection, () => void>();

  constructor(client: PgliteClient, mutex: Mutex) {
    this.#client = client;
    this.#mutex = mutex;
  }

  async init(): Promise<void> {
    // The client is open.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const release = await this.#mutex.acquire();
    const connection = new PgliteConnection(this.#client);
    this.#releases.set(connection, release);
    return connection;
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#releases.get(connection)?.();
  }

  async beginTransaction(_connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel === undefined ? '' : ` ISOLATION LEVEL ${settings.isolationLevel}`;
    await this.#client.query(`BEGIN${level}`);
  }

  async commitTransaction(): Promise<void> {
    // After a failure COMMIT rolls back but reports success; other statements fail with 25P02.
    await this.#client.query('SELECT 1');
    await this.#client.query('COMMIT');
  }

  async rollbackTransaction(): Promise<void> {
    await this.#client.query('ROLLBACK');
  }

  async destroy(): Promise<void> {
    // The client is closed by its owner.
  }
}

class PgliteConnection implements DatabaseConnection {
  readonly #client: PgliteClient;

  constructor(client: PgliteClient) {
    this.#client = client;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affectedRows } = await this.#client.query(query.sql, query.parameters);
    return { rows: rows as Row[], numAffectedRows: BigInt(affectedRows) };
  }

  // biome-ignore lint/correctness/useYield: nothing here streams from the database.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('the embedded database does not stream');
  }
}
