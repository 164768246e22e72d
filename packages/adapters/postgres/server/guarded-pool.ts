import { DatabaseUnavailable } from '@countersign/signing/ports';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { asDatabaseError } from '../database-outage.ts';

/** Connections per process: requests and workers share them; PostgreSQL allows 100 in all by default. */
const MAX_CONNECTIONS = 10;
/** How long a statement waits for a free connection before it fails, so that overload answers instead of hanging. */
const CONNECTION_WAIT_MS = 15_000;
/** How long a silent peer is trusted: a network that drops packets closes nothing. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/** How a script or statement is sent with its time limit; the types of `pg` lack the option. */
interface TimedQuery extends pg.QueryConfig {
  readonly query_timeout?: number;
}

/** A connection that is checked out. Errors of the connection or the server's state are `DatabaseUnavailable`. */
export class GuardedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #limitMs: () => number | undefined;
  #isBroken = false;

  constructor(client: pg.PoolClient, limitMs: () => number | undefined) {
    this.#client = client;
    this.#limitMs = limitMs;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(sql: string | PostgresCursor<R>, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new Error('cursors are not used');
    return this.run(sql, parameters);
  }

  /** One statement with values, or a script without. Resolves with one result per statement of a script. */
  async run(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult | pg.QueryResult[]> {
    const limit = this.#limitMs();
    const query: TimedQuery = {
      text,
      values: [...values],
      ...(limit !== undefined && { query_timeout: limit }),
    };
    try {
      return await this.#client.query(query);
    } catch (error) {
      const known = asDatabaseError(error);
      if (known instanceof DatabaseUnavailable) this.#isBroken = true;
      throw known;
    }
  }

  /** A connection that failed once is closed and never given out again. */
  release(destroy = false): void {
    this.#client.release(destroy || this.#isBroken);
  }
}

/** The connections of this process to one server. */
export class GuardedPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #statementLimitMs: number;
  #unlimited = 0;

  constructor(databaseUrl: string, schema: string, statementLimitMs: number) {
    this.#statementLimitMs = statementLimitMs;
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECTION_WAIT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      options: `-c search_path=${schema}`,
      application_name: 'countersign',
    });
    // The server may close any connection at any time. The pool listens only while one is idle; an error event without a
    // listener ends the process. The user of the connection gets the error as a rejection.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    this.#pool.on('error', () => undefined);
  }

  get options(): object {
    return this.#pool.options;
  }

  /** Throws `DatabaseUnavailable`, whatever the reason: without a connection nothing can be answered. */
  async connect(): Promise<GuardedClient> {
    return new GuardedClient(await this.connectRaw(), () => this.#limit());
  }

  /** A connection that its owner watches itself. */
  async connectRaw(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw new DatabaseUnavailable(error);
    }
  }

  /** Runs work whose statements may take as long as they need, e.g. migrations. */
  async withoutLimit<T>(work: () => Promise<T>): Promise<T> {
    this.#unlimited += 1;
    try {
      return await work();
    } finally {
      this.#unlimited -= 1;
    }
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  #limit(): number | undefined {
    return this.#unlimited > 0 ? undefined : this.#statementLimitMs;
  }
}
