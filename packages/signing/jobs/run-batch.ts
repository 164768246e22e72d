import type { SigningDeps } from '../deps.ts';
import { DatabaseUnavailable } from '../ports/database.ts';
import type { Job } from './job.ts';

export const BATCH_SIZE = 100;

/** The limit counts for each kind, so that a run ends long before the queue's time limit. */
const MAX_ITEMS = 1000;

export interface Batch {
  /** Whether the list was cut. */
  readonly hasMore: boolean;
  readonly failures: readonly BatchFailure[];
}

interface BatchFailure {
  readonly id: string;
  readonly error: unknown;
}

/** An item that fails does not stop the others. Throws if the database is unavailable. */
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

/** Enqueues another run if there is more. Throws `BatchFailed` if items failed. */
export async function finishBatches(
  { database }: Pick<SigningDeps, 'database'>,
  job: Job,
  batches: readonly Batch[],
): Promise<void> {
  const failures = batches.flatMap((batch) => batch.failures);
  // The queue repeats failures: a run of nothing else would be repeated for ever.
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
