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

/** Workers poll for the case that they were not woken. */
const POLLING_SECONDS = 60;

export interface WorkerHooks {
  /** Is called after the last attempt with the code of its error, if any, and retried if it rejects. */
  readonly onDead?: (job: QueuedJob, code: string | null) => Promise<void>;
  /** Is called for the log. */
  readonly onFailed?: (job: QueuedJob, error: unknown) => void;
}

/** `code` is that of the last failure. */
type Handler = (job: QueuedJob, code: string | null) => Promise<void>;

/** The workers of this process that wait for a job. */
export class IdleWorkers {
  readonly #boss: PgBoss;
  /** The ids by the name of the job, in the order in which they are woken. */
  readonly #ids = new Map<string, Set<string>>();

  constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  add(name: string, workerId: string): void {
    const ids = this.#ids.get(name) ?? new Set();
    this.#ids.set(name, ids.add(workerId));
  }

  remove(name: string, workerId: string): void {
    this.#ids.get(name)?.delete(workerId);
  }

  /** Wakes one for one job: each that wakes sends a statement. Busy ones look for the next job by themselves. */
  wakeOne(name: string): void {
    const [workerId] = this.#ids.get(name) ?? [];
    if (workerId === undefined) return;
    this.#boss.notifyWorker(workerId);
    // The next job is for another one.
    this.remove(name, workerId);
    this.add(name, workerId);
  }

  /** Wakes them for any number of jobs. */
  wakeAll(name: string): void {
    for (const workerId of this.#ids.get(name) ?? []) this.#boss.notifyWorker(workerId);
  }
}

/** Starts the workers, and adds them to `idle`. */
export async function startWorkers(
  boss: PgBoss,
  jobs: JobTable,
  idle: IdleWorkers,
  handler: Handler,
  hooks: WorkerHooks,
): Promise<void> {
  const handle = toWorkHandler(handler, hooks);
  for (const [name, { concurrency, concurrencyPerAccount }] of Object.entries(jobs)) {
    // The groups are those of `groupOf`.
    const groups = concurrencyPerAccount === undefined ? {} : { localGroupConcurrency: 1 };
    const starts = Array.from({ length: concurrency }, () => startWorker(boss, idle, name, handle, groups));
    await Promise.all(starts);
  }
  const onDead = toWorkHandler(async (job, code) => hooks.onDead?.(job, code), hooks);
  await startWorker(boss, idle, DEAD_QUEUE, onDead);
}

/** Returns null if the process ended. */
function readCode(output: unknown): string | null {
  const { code } = Object(output) as Record<string, unknown>;
  return typeof code === 'string' ? code : null;
}

async function startWorker(
  boss: PgBoss,
  idle: IdleWorkers,
  queue: string,
  handle: WorkWithMetadataHandler<KeptJob>,
  groups: Pick<WorkOptions, 'localGroupConcurrency'> = {},
): Promise<void> {
  let workerId = '';
  const handleAndLookAgain: WorkWithMetadataHandler<KeptJob> = async (batch) => {
    idle.remove(queue, workerId);
    try {
      await handle(batch);
    } finally {
      idle.add(queue, workerId);
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
  idle.add(queue, workerId);
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

export interface DueJobsWatch {
  stop(): Promise<void>;
}

/**
 * Finds retries, deferred jobs and jobs of other processes. If every worker looked for itself, that would be
 * some forty statements a second, a tenth of a core in the embedded database.
 */
export function watchDueJobs(
  engine: Engine,
  idle: IdleWorkers,
  onError: (error: Error) => void,
): DueJobsWatch {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    try {
      for (const name of await listDueJobs(engine)) idle.wakeAll(name);
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
