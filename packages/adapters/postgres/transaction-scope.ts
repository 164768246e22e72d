/**
 * Inside `transact` all stores use its connection, also in nested calls. So none waits for a connection that
 * its caller holds.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import { AdapterError } from '../errors.ts';
import type { Tables } from './tables.ts';

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
