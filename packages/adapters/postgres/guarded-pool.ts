import { DatabaseUnavailable } from '@countersign/signing/ports';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { asDatabaseError, type ConnectionCounts } from './transaction.ts';

const CONNECTION_WAIT_MS = 15_000;
/** Connections are tested, because lossy networks do not close them. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/** The types of `pg` lack the time limit. */
interface TimedQuery extends pg.QueryConfig {
  readonly query_timeout?: number | undefined;
}

/**
 * bigint columns are read as numbers, as the embedded database gives them: counts and sizes here are exact as
 * numbers.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);
}

/** A statement that ran so often gets a name. */
const USES = 20;
/** Each connection keeps the plans of all names, some 30 kB each. */
const MAX_NAMES = 100;
const MAX_COUNTED = 1_000;
/** Such a statement fails under its name once a newer release has added a column. */
const ALL_COLUMNS = /\b(?:select|returning)\s+\*|\.\*/i;
/** A script, or what begins or ends a transaction, cannot be prepared or gains nothing. */
const ONE_STATEMENT = /^\s*(?:with|select|insert|update|delete)\b[^;]*$/i;

/**
 * The best plan of such a statement depends on its values, and PostgreSQL makes one plan for all of them under a name: a
 * search for a rare word read all documents of the account in an index.
 */
const DEPENDS_ON_VALUES = /\blike\b|document_id = any \(/i;

function canBeNamed(text: string): boolean {
  return ONE_STATEMENT.test(text) && !ALL_COLUMNS.test(text) && !DEPENDS_ON_VALUES.test(text);
}

/** Names statements that come often, so that each connection parses and plans them once. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();

  /** Returns undefined for a statement that is not to be prepared. */
  find(text: string): string | undefined {
    return this.#names.get(text) ?? this.#count(text);
  }

  #count(text: string): string | undefined {
    if (this.#names.size === MAX_NAMES || !canBeNamed(text)) return undefined;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    // Texts whose lists differ in length have no end.
    if (this.#uses.size === MAX_COUNTED) this.#uses.clear();
    this.#uses.set(text, uses);
    if (uses < USES) return undefined;
    this.#uses.delete(text);
    const name = `countersign-${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

/** A connection whose temporary errors are `DatabaseUnavailable`. */
export class GuardedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #limitMs: () => number | undefined;
  readonly #names: StatementNames;
  #isBroken = false;

  constructor(client: pg.PoolClient, limitMs: () => number | undefined, names: StatementNames) {
    this.#client = client;
    this.#limitMs = limitMs;
    this.#names = names;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(sql: string | PostgresCursor<R>, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new Error('cursors are not used');
    return this.run(sql, parameters);
  }

  /** Runs a statement with values, or a script, which has one result per statement. */
  async run(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult | pg.QueryResult[]> {
    const limit = this.#limitMs();
    const name = this.#names.find(text);
    const query: TimedQuery = {
      text,
      values: [...values],
      name,
      query_timeout: limit,
    };
    try {
      return await this.#client.query(query);
    } catch (error) {
      const known = asDatabaseError(error);
      if (known instanceof DatabaseUnavailable) this.#isBroken = true;
      throw known;
    }
  }

  /** A failed connection is not reused. */
  release(destroy = false): void {
    this.#client.release(destroy || this.#isBroken);
  }
}

export class GuardedPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #statementLimitMs: number;
  readonly #names = new StatementNames();
  #unlimited = 0;

  constructor(
    databaseUrl: string,
    schema: string,
    {
      maxConnections,
      statementLimitMs,
    }: { readonly maxConnections: number; readonly statementLimitMs: number },
  ) {
    this.#statementLimitMs = statementLimitMs;
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      max: maxConnections,
      connectionTimeoutMillis: CONNECTION_WAIT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      options: `-c search_path=${schema}`,
      application_name: 'countersign',
      types: { getTypeParser },
    });
    // An error event without a listener ends the process, and the pool listens only while a connection is
    // idle.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    this.#pool.on('error', () => undefined);
  }

  get options(): object {
    return this.#pool.options;
  }

  /** Throws `DatabaseUnavailable` for any reason. */
  async connect(): Promise<GuardedClient> {
    return new GuardedClient(await this.connectRaw(), () => this.#limit(), this.#names);
  }

  async connectRaw(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw new DatabaseUnavailable(error);
    }
  }

  /** Migrations have no time limit. */
  async withoutLimit<T>(work: () => Promise<T>): Promise<T> {
    this.#unlimited += 1;
    try {
      return await work();
    } finally {
      this.#unlimited -= 1;
    }
  }

  counts(): ConnectionCounts {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { open: totalCount, idle: idleCount, waiting: waitingCount };
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  #limit(): number | undefined {
    return this.#unlimited > 0 ? undefined : this.#statementLimitMs;
  }
}
