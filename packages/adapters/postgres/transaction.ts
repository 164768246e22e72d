import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailable } from '@countersign/signing/ports';
import type { Dialect, Kysely } from 'kysely';
import { AdapterError } from '../errors.ts';
import type { Tables } from './tables.ts';

/**
 * Temporary failures (PostgreSQL, appendix A): connection, transaction rollback, resources, shutdown and
 * start, cancelled by the operator, I/O, read-only standby.
 */
const OUTAGE_STATE = /^(08|40|53|57|58)[0-9A-Z]{3}$|^25006$/;
/** They have no code. */
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

/** The embedded database or a server. */
export interface Engine {
  readonly kind: 'embedded' | 'server';
  readonly dialect: Dialect;
  readonly schema: string;
  /** Of the job queue. */
  readonly jobsSchema: string;
  /**
   * Outside transactions: one statement with values, or a script. A failed script leaves no transaction open.
   */
  execute(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** No other process creates or changes the schema meanwhile. */
  migrateAlone<T>(work: () => Promise<T>): Promise<T>;
  /** At the start. */
  readonly openedAlone: boolean;
  close(): Promise<void>;
}

const MARKER = /^\/\* prepared: ([\w-]+) \*\//;

/**
 * For statements of nearly every request: each connection parses and plans them once. They name their
 * columns, because a prepared `SELECT *` fails when a newer release adds one.
 */
export function asPrepared(name: string, text: string): string {
  return `/* prepared: ${name} */ ${text}`;
}

export function findPreparedName(text: string): string | undefined {
  return MARKER.exec(text)?.[1];
}

/**
 * Inside `transact` all stores use its connection, also in nested calls. So none waits for a connection that
 * its caller holds.
 */

export interface RunningTransaction {
  readonly db: Kysely<Tables>;
  /** In order. */
  readonly afterCommit: (() => void)[];
  isOver: boolean;
}

export class TransactionScope {
  readonly #db: Kysely<Tables>;
  readonly #running = new AsyncLocalStorage<RunningTransaction>();

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Unless it has ended. */
  get running(): RunningTransaction | null {
    const running = this.#running.getStore();
    return running === undefined || running.isOver ? null : running;
  }

  /** Throws `outside_transaction`. */
  get required(): RunningTransaction {
    if (this.running === null) throw new AdapterError('outside_transaction');
    return this.running;
  }

  get db(): Kysely<Tables> {
    return this.running?.db ?? this.#db;
  }

  /** Throws `nested_transaction`. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running !== null) throw new AdapterError('nested_transaction');
    const afterCommit: (() => void)[] = [];
    const result = await this.#db
      .transaction()
      .execute((db) => this.#runInside({ db, afterCommit, isOver: false }, work));
    for (const callback of afterCommit) callback();
    return result;
  }

  async #runInside<T>(transaction: RunningTransaction, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#running.run(transaction, work);
    } finally {
      transaction.isOver = true;
    }
  }
}
