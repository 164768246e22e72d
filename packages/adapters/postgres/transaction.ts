import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailable } from '@countersign/signing/ports';
import type {
  Dialect,
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import { AdapterError } from '../errors.ts';
import type { Connection } from './schema.ts';

/**
 * States of temporary failures (PostgreSQL, appendix A): connection, transaction rollback, resources,
 * shutdown and start, cancelled by the operator, I/O, read-only standby.
 */
const OUTAGE_STATE = /^(08|40|53|57|58)[0-9A-Z]{3}$|^25006$/;
/** Errors of `pg` about a lost connection have no code. */
const CONNECTION_LOST = /^(Connection terminated|Client (has encountered|was closed)|Query read timeout)/;
/** Other ERR_ codes are programming errors. */
const SYSTEM_ERROR = /^(?:E(?!RR_)[A-Z0-9_]+|ERR_(?:SOCKET|STREAM|SSL|TLS)_[A-Z0-9_]+)$/;

/** Errors of the connection or the server's state become `DatabaseUnavailable`. */
export function asDatabaseError(error: unknown): unknown {
  return isOutage(error) ? new DatabaseUnavailable(error) : error;
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!('code' in error) || typeof error.code !== 'string') return CONNECTION_LOST.test(error.message);
  return OUTAGE_STATE.test(error.code) || SYSTEM_ERROR.test(error.code);
}

export interface ConnectionCounts {
  readonly open: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
}

/** What runs the SQL: the embedded database or a server. */
export interface Engine {
  readonly kind: 'embedded' | 'server';
  readonly dialect: Dialect;
  readonly schema: string;
  /** The schema of the job queue. */
  readonly jobsSchema: string;
  /**
   * Runs one statement with values, or a script, outside transactions. A failed script leaves no transaction
   * open. Columns have their names in the database.
   */
  execute(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Runs `work` while no other process creates or changes the schema. */
  migrateAlone<T>(work: () => Promise<T>): Promise<T>;
  /** The connections of the pool; the embedded database has none. */
  connections?(): ConnectionCounts;
  /** Whether no other process used the database when this one opened it. */
  readonly openedAlone: boolean;
  close(): Promise<void>;
}

/** What the stores of one transaction share. */
export interface OpenTransaction {
  readonly db: Connection;
  /** The callbacks run in order once the transaction is committed. */
  readonly afterCommit: (() => void)[];
  /** Throws `outside_transaction` if the transaction has ended. */
  assertOpen(): void;
}

/**
 * A transaction's stores are made over its connection and handed to the work inside it. A store of another
 * connection would wait there for a connection that may be taken by its own caller, so its use is refused.
 */
export class Transactions {
  readonly #db: Connection;
  readonly #running = new AsyncLocalStorage<{ readonly isOver: boolean }>();
  /**
   * The connection for stores outside transactions. Statements inside one throw `outer_store_in_transaction`.
   */
  readonly outside: Connection;

  constructor(db: Connection) {
    this.#db = db;
    this.outside = db.withPlugin(
      new Guard(() => {
        if (this.#isInside()) throw new AdapterError('outer_store_in_transaction');
      }),
    );
  }

  /** Runs the work in a transaction. Throws `nested_transaction` inside another one. */
  async run<T>(work: (transaction: OpenTransaction) => Promise<T>): Promise<T> {
    if (this.#isInside()) throw new AdapterError('nested_transaction');
    const afterCommit: (() => void)[] = [];
    const result = await this.#db.transaction().execute(async (db) => {
      const state = { isOver: false };
      const assertOpen = () => {
        if (state.isOver) throw new AdapterError('outside_transaction');
      };
      const transaction = { db: db.withPlugin(new Guard(assertOpen)), afterCommit, assertOpen };
      try {
        return await this.#running.run(state, () => work(transaction));
      } finally {
        state.isOver = true;
      }
    });
    for (const callback of afterCommit) callback();
    return result;
  }

  /** Work that goes on after its transaction is not inside it. */
  #isInside(): boolean {
    return this.#running.getStore()?.isOver === false;
  }
}

/** Checks before each statement whether its connection may be used. */
class Guard implements KyselyPlugin {
  readonly #check: () => void;

  constructor(check: () => void) {
    this.#check = check;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    this.#check();
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}
