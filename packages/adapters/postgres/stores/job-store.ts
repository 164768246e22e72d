import type { QueuedJob } from '@countersign/base';
import type { EnqueueOptions, JobStore } from '@countersign/signing';
import type { UpdateResult } from 'kysely';
import { AdapterError } from '../../errors.ts';
import type { Tables } from '../schema.ts';
import type { OpenTransaction } from '../transaction.ts';

/** Adds a job to the queue within the transaction. */
export type EnqueueJob = (
  job: QueuedJob,
  options: EnqueueOptions,
  transaction: OpenTransaction,
) => Promise<void>;

export class PostgresJobStore implements JobStore {
  readonly #transaction: OpenTransaction;
  readonly #enqueue: EnqueueJob | null;

  /** `enqueue` is null while the queue, which opens after its database, is closed. */
  constructor(transaction: OpenTransaction, enqueue: EnqueueJob | null) {
    this.#transaction = transaction;
    this.#enqueue = enqueue;
  }

  /** Rejects with `jobs_not_open` or `outside_transaction`. */
  async enqueue(job: QueuedJob, options: EnqueueOptions = {}): Promise<void> {
    if (this.#enqueue === null) throw new AdapterError('jobs_not_open', { job: job.name });
    this.#transaction.assertOpen();
    await this.#enqueue(job, options, this.#transaction);
  }
}

/** Throws `row_missing` if the statement updated no row. */
export function requireUpdated({ numUpdatedRows }: UpdateResult, table: keyof Tables, id: string): void {
  if (numUpdatedRows === 0n) throw new AdapterError('row_missing', { table, id });
}
