import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { type QueuedJob, readKeptOrigin, withOrigin } from '@countersign/base';
import type { PgBoss, WorkOptions, WorkWithMetadataHandler } from 'pg-boss';
import type { Engine } from '../postgres/transaction.ts';
import { DEAD_QUEUE, type JobTable } from './queues.ts';

/** The id of the running job, which stays the same when the job is tried again. */
const runningJobs = new AsyncLocalStorage<string>();

/**
 * The queue takes an id once, so a job that is tried again after it enqueued its follower does not start a
 * second chain. The result is empty outside jobs.
 */
export function identifyFollowingJob(job: QueuedJob): { readonly id?: string } {
  const parentId = runningJobs.getStore();
  if (parentId === undefined) return {};
  const hash = createHash('sha256')
    .update(`${parentId} ${JSON.stringify(job)}`)
    .digest('hex');
  // The id is a UUID of version 8 (RFC 9562).
  const [, first, second, third, fourth, fifth] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hash) ?? [];
  return { id: `${first}-${second}-8${third}-8${fourth}-${fifth}` };
}

/** What the queue keeps of a job: the job, and what it began with. */
export interface KeptJob extends QueuedJob {
  readonly origin?: unknown;
}

/** Workers poll for the case that a nudge was lost. */
const POLLING_SECONDS = 60;

export interface WorkerHooks {
  /** Is called after the last attempt with the code of its error, if any, and retried if it rejects. */
  readonly onDead?: (job: QueuedJob, code: string | null) => Promise<void>;
  /** Is called for the log. */
  readonly onFailed?: (job: QueuedJob, error: unknown) => void;
}

/** `code` is that of the last failure. */
type Handler = (job: QueuedJob, code: string | null) => Promise<void>;

/** Starts the workers, and registers in `workers` which of them to nudge for a job. */
export async function startWorkers(
  boss: PgBoss,
  jobs: JobTable,
  workers: Map<string, readonly string[]>,
  handler: Handler,
  hooks: WorkerHooks,
): Promise<void> {
  const handle = toWorkHandler(handler, hooks);
  for (const [name, { concurrency, concurrencyPerAccount }] of Object.entries(jobs)) {
    // The groups are those of `groupOf`.
    const groups = concurrencyPerAccount === undefined ? {} : { localGroupConcurrency: 1 };
    const starts = Array.from({ length: concurrency }, () => startWorker(boss, name, handle, groups));
    workers.set(name, await Promise.all(starts));
  }
  const onDead = toWorkHandler(async (job, code) => hooks.onDead?.(job, code), hooks);
  workers.set(DEAD_QUEUE, [await startWorker(boss, DEAD_QUEUE, onDead)]);
}

/** Returns null if the process ended. */
function readCode(output: unknown): string | null {
  const { code } = Object(output) as Record<string, unknown>;
  return typeof code === 'string' ? code : null;
}

async function startWorker(
  boss: PgBoss,
  queue: string,
  handle: WorkWithMetadataHandler<KeptJob>,
  groups: Pick<WorkOptions, 'localGroupConcurrency'> = {},
): Promise<string> {
  let workerId = '';
  const handleAndLookAgain: WorkWithMetadataHandler<KeptJob> = async (batch) => {
    try {
      await handle(batch);
    } finally {
      // The worker takes the next job without a pause, because more may wait.
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

function toWorkHandler(handler: Handler, { onFailed }: WorkerHooks): WorkWithMetadataHandler<KeptJob> {
  return async (batch) => {
    for (const { id, data, sourceOutput } of batch) {
      const { origin, ...job } = data;
      await runningJobs.run(id, () =>
        withOrigin({ ...readKeptOrigin(origin), job }, async () => {
          try {
            await handler(job, readCode(sourceOutput));
          } catch (error) {
            onFailed?.(job, error);
            throw error;
          }
        }),
      );
    }
  };
}

const PAUSE_MS = 1_000;

/** The ids of workers, by the name of the job. */
export type Workers = ReadonlyMap<string, readonly string[]>;

export interface DueJobsWatch {
  stop(): Promise<void>;
}

export function nudge(boss: PgBoss, workers: Workers, name: string): void {
  for (const workerId of workers.get(name) ?? []) boss.notifyWorker(workerId);
}

/**
 * Finds retries, deferred jobs and jobs of other processes. If every worker looked for itself, that would be
 * some forty statements a second, a tenth of a core in the embedded database.
 */
export function watchDueJobs(
  boss: PgBoss,
  engine: Engine,
  workers: Workers,
  onError: (error: Error) => void,
): DueJobsWatch {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    try {
      for (const name of await listDueJobs(engine)) nudge(boss, workers, name);
    } catch (error) {
      onError(error as Error);
    }
    if (!isStopped) waitAndLook();
  };
  const waitAndLook = () => {
    timer = setTimeout(() => {
      looking = look();
    }, PAUSE_MS);
  };
  waitAndLook();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Many waiting jobs of one name cost no more than one. */
export async function listDueJobs(engine: Engine): Promise<readonly string[]> {
  const { rows } = await engine.execute(
    `SELECT name FROM ${engine.jobsSchema}.queue WHERE EXISTS (
      SELECT FROM ${engine.jobsSchema}.job
      WHERE job.name = queue.name AND state < 'active' AND NOT blocked AND start_after <= now())`,
  );
  return (rows as readonly { readonly name: string }[]).map(({ name }) => name);
}
