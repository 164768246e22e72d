import { DatabaseUnavailable } from '../ports/database.ts';
import type { SigningDeps } from '../signing.ts';
import type { Job } from './job.ts';

/** Items of each kind per run, so that a run ends long before the queue's time limit. */
export const BATCH_SIZE = 100;

export interface Batch {
  readonly listed: number;
  readonly failures: readonly BatchFailure[];
}

interface BatchFailure {
  readonly id: string;
  readonly error: unknown;
}

/** Runs `run` for each item; one that fails does not stop the others. Throws if the database is unavailable. */
export async function runEach(ids: readonly string[], run: (id: string) => Promise<unknown>): Promise<Batch> {
  const failures: BatchFailure[] = [];
  for (const id of ids) {
    try {
      await run(id);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      failures.push({ id, error });
    }
  }
  return { listed: ids.length, failures };
}

/** Ends a run of a job: a full batch is followed by another run. Throws `BatchFailed` if items failed. */
export async function finishBatches(
  { database }: Pick<SigningDeps, 'database'>,
  job: Job,
  batches: readonly Batch[],
): Promise<void> {
  // A batch of failures only would be listed again at once.
  const hasMore = batches.some(
    ({ listed, failures }) => listed === BATCH_SIZE && failures.length < BATCH_SIZE,
  );
  if (hasMore) await database.transact(({ jobs }) => jobs.enqueue(job));
  const failures = batches.flatMap((batch) => batch.failures);
  if (failures.length > 0) throw new BatchFailed(job, failures);
}

class BatchFailed extends AggregateError {
  constructor({ name }: Job, failures: readonly BatchFailure[]) {
    super(
      failures.map(({ error }) => error),
      `${name} failed for ${failures.map(({ id }) => id).join(', ')}`,
    );
    this.name = 'BatchFailed';
  }
}
