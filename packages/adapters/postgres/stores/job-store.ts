import type { QueuedJob } from '@countersign/base';
import type { EnqueueOptions, JobStore } from '@countersign/signing';
import type { UpdateResult } from 'kysely';
import { AdapterError } from '../../errors.ts';
import type { Tables } from '../tables.ts';
import type { RunningTransaction, TransactionScope } from '../transaction.ts';

/** In the current transaction. */
export type EnqueueJob = (
  job: QueuedJob,
  options: EnqueueOptions,
  transaction: RunningTransaction,
) => Promise<void>;

/** The queue opens after its database. */
export interface AttachableJobStore extends JobStore {
  attach(enqueue: EnqueueJob | null): void;
}

/** Rejects with `jobs_not_open` or `outside_transaction`. */
export function createJobStore(scope: TransactionScope): AttachableJobStore {
  let attached: EnqueueJob | null = null;
  return {
    attach(enqueue) {
      attached = enqueue;
    },
    async enqueue(job, options = {}) {
      if (attached === null) throw new AdapterError('jobs_not_open', { job: job.name });
      await attached(job, options, scope.required);
    },
  };
}

/** Throws `row_missing`. */
export function requireUpdated({ numUpdatedRows }: UpdateResult, table: keyof Tables, id: string): void {
  if (numUpdatedRows === 0n) throw new AdapterError('row_missing', { table, id });
}
