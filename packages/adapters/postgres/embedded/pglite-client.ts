import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from '@countersign/signing/ports';
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
import { AdapterError } from '../../errors.ts';
import { asDatabaseError } from '../transaction.ts';

/** A fair mutex. Acquiring resolves with the function that releases it. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve();

  async acquire(): Promise<() => void> {
    const before = this.#tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#tail = promise;
    await before;
    return resolve;
  }

  async runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }
}

/** Requests are plain data. */
export interface ThreadRequest {
  readonly id: number;
  /** A `script` has many statements without parameters. */
  readonly kind: 'query' | 'script' | 'close';
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface ThreadResult {
  readonly rows: unknown[];
  readonly affectedRows: number;
}

export type ThreadReply =
  | { readonly id: number; readonly result: ThreadResult }
  | { readonly id: number; readonly fault: ThreadFault };

/** Errors are copied member by member, because they lose members between threads. */
export interface ThreadFault {
  readonly message: string;
  /** SQLSTATE, such as 23505. */
  readonly code?: string;
  readonly detail?: string;
  readonly constraint?: string;
  readonly table?: string;
}

/**
 * The optimizing compiler takes up to 700 MB for the database, and statements hardly become faster (measured
 * with Node 24.21). V8 has such flags for a process only; the other WebAssembly here, the HTTP parser of
 * fetch, is small.
 */
const WITHOUT_OPTIMIZING = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

interface Waiting {
  resolve(result: ThreadResult): void;
  reject(error: unknown): void;
}

/** The database has one connection, in which statements run in order. */
export class PgliteClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #stopped: Error | null = null;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (reply: ThreadReply) => this.#settle(reply));
    worker.on('error', (error) => this.#stop(error));
    worker.on('exit', () => this.#stop(null));
  }

  /** Opens the database, which takes about 4 s on first use. */
  static async open(dataDir: string): Promise<PgliteClient> {
    for (const flag of WITHOUT_OPTIMIZING) setFlagsFromString(flag);
    const worker = new Worker(new URL('./pglite-thread.ts', import.meta.url), {
      workerData: { dataDir },
      // The host's flags are not for this thread.
      execArgv: [],
    });
    await waitForReady(worker);
    return new PgliteClient(worker);
  }

  /** Runs one statement. Errors have PostgreSQL's SQLSTATE as `code`. */
  query(text: string, values: readonly unknown[] = []): Promise<ThreadResult> {
    return this.#send('query', text, values);
  }

  /** Runs a script without parameters, and resolves with all rows. */
  script(text: string): Promise<ThreadResult> {
    return this.#send('script', text, []);
  }

  async close(): Promise<void> {
    if (this.#stopped !== null) return;
    const exited = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()));
    await this.#send('close', '', []);
    await exited;
  }

  #send(kind: ThreadRequest['kind'], text: string, values: readonly unknown[]): Promise<ThreadResult> {
    if (this.#stopped !== null) return Promise.reject(this.#stopped);
    this.#lastId += 1;
    const request: ThreadRequest = { id: this.#lastId, kind, text, values };
    const { promise, resolve, reject } = Promise.withResolvers<ThreadResult>();
    this.#waiting.set(request.id, { resolve, reject });
    this.#worker.postMessage(request);
    return promise;
  }

  #settle(reply: ThreadReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('result' in reply) waiting?.resolve(reply.result);
    else waiting?.reject(asDatabaseError(Object.assign(new Error(reply.fault.message), reply.fault)));
  }

  #stop(cause: Error | null): void {
    this.#stopped ??= new DatabaseUnavailable(
      new AdapterError('database_stopped', {}, cause === null ? {} : { cause }),
    );
    for (const waiting of this.#waiting.values()) waiting.reject(this.#stopped);
    this.#waiting.clear();
  }
}

function waitForReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new AdapterError('database_stopped')));
    worker.once('message', () => resolve());
  });
}

/**
 * Kysely's PGlite dialect shares its connection, so reads would land in a running transaction. Here a
 * transaction or statement holds it.
 */

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
    // The client is open already.
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
    // The owner of the client closes it.
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
