import type { QueuedJob } from '@countersign/identity';
import type { PgBoss, WorkOptions, WorkWithMetadataHandler } from 'pg-boss';
import { DEAD_QUEUE, type JobTable } from './queues.ts';
import { runAsJob } from './running-job.ts';

/** For a nudge that was lost. */
const POLLING_SECONDS = 60;

export interface WorkerHooks {
  /** `code`: the error's, if any. Retried if it rejects. */
  readonly onDead?: (job: QueuedJob, code: string | null) => Promise<void>;
  /** For the log. */
  readonly onFailed?: (job: QueuedJob, error: unknown) => void;
}

/** `code` of the last failure. */
type Handler = (job: QueuedJob, code: string | null) => Promise<void>;

/** Registers in `workers` whom to nudge per job. */
export async function startWorkers(
  boss: PgBoss,
  jobs: JobTable,
  workers: Map<string, readonly string[]>,
  handler: Handler,
  hooks: WorkerHooks,
): Promise<void> {
  const handle = toWorkHandler(handler, hooks);
  for (const [name, { concurrency, concurrencyPerAccount }] of Object.entries(jobs)) {
    // See groupOf.
    const groups = concurrencyPerAccount === undefined ? {} : { localGroupConcurrency: 1 };
    const starts = Array.from({ length: concurrency }, () => startWorker(boss, name, handle, groups));
    workers.set(name, await Promise.all(starts));
  }
  const onDead = toWorkHandler(async (job, code) => hooks.onDead?.(job, code), hooks);
  workers.set(DEAD_QUEUE, [await startWorker(boss, DEAD_QUEUE, onDead)]);
}

/** Absent if the process ended. */
function readCode(output: unknown): string | null {
  const { code } = Object(output) as Record<string, unknown>;
  return typeof code === 'string' ? code : null;
}

async function startWorker(
  boss: PgBoss,
  queue: string,
  handle: WorkWithMetadataHandler<QueuedJob>,
  groups: Pick<WorkOptions, 'localGroupConcurrency'> = {},
): Promise<string> {
  let workerId = '';
  const handleAndLookAgain: WorkWithMetadataHandler<QueuedJob> = async (batch) => {
    try {
      await handle(batch);
    } finally {
      // More jobs may wait: no pause.
      boss.notifyWorker(workerId);
    }
  };
  const options = {
    pollingIntervalSeconds: POLLING_SECONDS,
    batchSize: 1,
    includeMetadata: true,
    ...groups,
  } as const;
  workerId = await boss.work(queue, options, handleAndLookAgain);
  return workerId;
}

function toWorkHandler(handler: Handler, { onFailed }: WorkerHooks): WorkWithMetadataHandler<QueuedJob> {
  return async (batch) => {
    for (const { id, data, sourceOutput } of batch) {
      try {
        await runAsJob(id, () => handler(data, readCode(sourceOutput)));
      } catch (error) {
        onFailed?.(data, error);
        throw error;
      }
    }
  };
}
