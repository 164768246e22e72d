import { DatabaseUnavailable } from '../ports/database.ts';
import type { SigningDeps } from '../signing.ts';
import type { Job } from './job.ts';

/** Items that are listed at once. */
export const BATCH_SIZE = 100;

/** Items of each kind per run, so that a run ends long before the queue's time limit. */
const MAX_ITEMS = 1000;

export interface Batch {
  /** Whether the run ended before everything was listed. */
  readonly hasMore: boolean;
  readonly failures: readonly BatchFailure[];
}

interface BatchFailure {
  readonly id: string;
  readonly error: unknown;
}

/**
 * Runs `run` for each listed item. One that fails does not stop the others: it is listed again and skipped. Throws if the
 * database is unavailable.
 */
export async function runEach(
  list: (limit: number) => Promise<readonly string[]>,
  run: (id: string) => Promise<unknown>,
): Promise<Batch> {
  const failures: BatchFailure[] = [];
  const seen = new Set<string>();
  while (seen.size < MAX_ITEMS) {
    const listed = await list(BATCH_SIZE + failures.length);
    const ids = listed.filter((id) => !seen.has(id));
    if (ids.length === 0) return { hasMore: false, failures };
    for (const id of ids) {
      seen.add(id);
      try {
        await run(id);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
        failures.push({ id, error });
      }
    }
  }
  return { hasMore: true, failures };
}

/** Ends a run of a job, with another if there is more. Throws `BatchFailed` if items failed. */
export async function finishBatches(
  { database }: Pick<SigningDeps, 'database'>,
  job: Job,
  batches: readonly Batch[],
): Promise<void> {
  const failures = batches.flatMap((batch) => batch.failures);
  // Failures are tried again by the queue: a run of nothing else would be repeated at once, for ever.
  if (failures.length < MAX_ITEMS && batches.some(({ hasMore }) => hasMore))
    await database.transact(({ jobs }) => jobs.enqueue(job));
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
