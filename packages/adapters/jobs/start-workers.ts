import { JOB_NAMES, type Job, type JobName } from '@countersign/signing';
import type { PgBoss, WorkHandler } from 'pg-boss';
import { CONCURRENCY, DEAD_QUEUE } from './queues.ts';

/** For retries, deferred jobs and jobs of other processes; a job of this process is nudged. pg-boss allows 0.5 and more. */
const POLLING_SECONDS = 1;

export interface WorkerHooks {
  /** The last retry failed. Itself tried again when it rejects. */
  readonly onDead?: (job: Job) => Promise<void>;
  /** Every failed attempt, for the log. */
  readonly onFailed?: (job: Job, error: unknown) => void;
}

type Handler = (job: Job) => Promise<void>;

/** Notes in `workers` whom to nudge for which job. */
export async function startWorkers(
  boss: PgBoss,
  workers: Map<JobName, readonly string[]>,
  handler: Handler,
  hooks: WorkerHooks,
): Promise<void> {
  const handle = toWorkHandler(handler, hooks);
  for (const name of JOB_NAMES) {
    const starts = Array.from({ length: CONCURRENCY[name] }, () => startWorker(boss, name, handle));
    workers.set(name, await Promise.all(starts));
  }
  await startWorker(
    boss,
    DEAD_QUEUE,
    toWorkHandler(async (job) => hooks.onDead?.(job), hooks),
  );
}

async function startWorker(boss: PgBoss, queue: string, handle: WorkHandler<Job>): Promise<string> {
  let workerId = '';
  const handleAndLookAgain: WorkHandler<Job> = async (batch) => {
    try {
      await handle(batch);
    } finally {
      // Where one job was, more may wait: no pause before the next look.
      boss.notifyWorker(workerId);
    }
  };
  const options = { pollingIntervalSeconds: POLLING_SECONDS, batchSize: 1 };
  workerId = await boss.work(queue, options, handleAndLookAgain);
  return workerId;
}

function toWorkHandler(handler: Handler, { onFailed }: WorkerHooks): WorkHandler<Job> {
  return async (batch) => {
    for (const { data } of batch) {
      try {
        await handler(data);
      } catch (error) {
        onFailed?.(data, error);
        throw error;
      }
    }
  };
}
