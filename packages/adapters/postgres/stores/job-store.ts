import type { QueuedJob } from '@countersign/identity';
import type { EnqueueOptions, JobStore } from '@countersign/signing';
import { AdapterError } from '../../errors.ts';
import type { RunningTransaction, TransactionScope } from '../transaction-scope.ts';

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
