import { originOfNextJob, type QueuedJob } from '@countersign/base';
import { type ConstructorOptions, fromKysely, PgBoss } from 'pg-boss';
import type { AdapterDatabase } from '../postgres/database.ts';
import type { EnqueueJob } from '../postgres/stores/job-store.ts';
import type { Engine } from '../postgres/transaction.ts';
import {
  type DueJobsWatch,
  IdleWorkers,
  identifyFollowingJob,
  type KeptJob,
  startWorkers,
  type WorkerHooks,
  watchDueJobs,
} from './job-workers.ts';
import { createIndexes, createQueues, findTurn, groupOf, type JobTable } from './queues.ts';

/**
 * Releases jobs of a process that was killed, if this one is alone; otherwise the heartbeat does. The attempt
 * counts, so a job that kills its process ends. Resolves with the number.
 */
async function releaseAbandonedJobs(engine: Engine): Promise<number> {
  if (!engine.openedAlone) return 0;
  const { rows } = await engine.execute(
    `UPDATE ${engine.jobsSchema}.job SET state = 'retry', start_after = now(), heartbeat_on = NULL
      WHERE state = 'active' AND retry_count < retry_limit RETURNING id`,
  );
  return rows.length;
}

/** Removes schedules of jobs that no longer have one, too. */
async function updateSchedules(boss: PgBoss, jobs: JobTable): Promise<void> {
  const scheduled = Object.entries(jobs).flatMap(([name, { schedule }]) =>
    schedule === undefined ? [] : [{ name, schedule }],
  );
  for (const { name, schedule } of scheduled) await boss.schedule(name, schedule, { name }, { tz: 'UTC' });
  const kept = new Set(scheduled.map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!kept.has(name)) await boss.unschedule(name);
}

/** The queue looks for dead workers so often. */
const SUPERVISE_SECONDS = 15;
/** Running handlers get this time to end. */
const STOP_TIMEOUT_MS = 25_000;

export interface JobsOptions {
  /** Is called for errors such as a lost connection, from which the queue recovers by itself. */
  readonly onError?: (error: Error) => void;
}

/** Jobs run at least once, in no order. */
export interface Jobs {
  /**
   * Starts workers. A rejection is retried with growing pauses; after the last, `onDead` is called, with
   * retries of its own.
   */
  work(handler: (job: QueuedJob) => Promise<void>, hooks?: WorkerHooks): Promise<void>;
  /** Counts dead jobs too. */
  countOpen(): Promise<number>;
  /** Waits up to 25 s for running jobs. */
  stop(): Promise<void>;
}

export async function openJobs(
  database: AdapterDatabase,
  jobs: JobTable,
  options: JobsOptions = {},
): Promise<Jobs> {
  const { engine } = database;
  const boss = createBoss(engine, options);
  // pg-boss creates its schema without a lock.
  await engine.migrateAlone(async () => {
    await boss.start();
    await createQueues(boss, jobs);
    await createIndexes(engine);
    await updateSchedules(boss, jobs);
  });
  await releaseAbandonedJobs(engine);
  const idle = new IdleWorkers(boss);
  let watch: DueJobsWatch | undefined;
  database.attachJobs(createEnqueue(boss, engine, jobs, idle));
  return {
    async work(handler, hooks = {}) {
      await startWorkers(boss, jobs, idle, handler, hooks);
      watch = watchDueJobs(engine, idle, (error) => options.onError?.(error));
    },
    countOpen: () => countOpen(engine),
    async stop() {
      await watch?.stop();
      await boss.stop({ graceful: true, close: false, timeout: STOP_TIMEOUT_MS });
      database.attachJobs(null);
    },
  };
}

/** Lets a command enqueue jobs while the work runs. The service, which created the queues, runs them. */
export async function withEnqueueing<T>(
  database: AdapterDatabase,
  jobs: JobTable,
  work: () => Promise<T>,
): Promise<T> {
  const { engine } = database;
  const boss = createBoss(engine, {}, { supervise: false, schedule: false, migrate: false });
  await boss.start();
  database.attachJobs(createEnqueue(boss, engine, jobs, new IdleWorkers(boss)));
  try {
    return await work();
  } finally {
    database.attachJobs(null);
    await boss.stop({ graceful: false, close: false });
  }
}

/** Creates the tables of the queue with these queues, which `openJobs` configures. */
export async function createJobsSchema(engine: Engine, queues: readonly string[]): Promise<void> {
  const boss = createBoss(engine, {});
  await engine.migrateAlone(async () => {
    await boss.start();
    for (const name of queues) if ((await boss.getQueue(name)) === null) await boss.createQueue(name);
  });
  await boss.stop({ graceful: false, close: false });
}

export function createBoss(
  engine: Engine,
  { onError }: JobsOptions,
  further: Pick<ConstructorOptions, 'supervise' | 'schedule' | 'migrate'> = {},
): PgBoss {
  const isServer = engine.kind === 'server';
  const boss = new PgBoss({
    db: { executeSql: (text, values) => engine.execute(text, values) },
    schema: engine.jobsSchema,
    backend: isServer ? 'postgres' : 'pglite',
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    // The embedded database has an upkeep of its own (postgres/embedded/embedded.ts).
    reindex: isServer,
    monitorVacuum: isServer,
    ...further,
  });
  boss.on('error', (error) => onError?.(error));
  return boss;
}

function createEnqueue(boss: PgBoss, engine: Engine, jobs: JobTable, idle: IdleWorkers): EnqueueJob {
  return async (job, { startAfterSeconds = 0, accountId }, transaction) => {
    // The queue reads its columns under the names that they have in the database.
    const db = fromKysely(transaction.db.withoutPlugins());
    const turn = accountId === undefined ? {} : await findTurn(engine, transaction.db, job.name, accountId);
    const group = accountId === undefined ? {} : groupOf(jobs[job.name], accountId);
    const options = { startAfter: startAfterSeconds, db, ...group, ...turn, ...identifyFollowingJob(job) };
    const kept: KeptJob = { ...job, origin: originOfNextJob() };
    await boss.send(job.name, kept, options);
    if (startAfterSeconds > 0) return;
    // Other processes find the job by `watchDueJobs`.
    transaction.afterCommit.push(() => idle.wakeOne(job.name));
  };
}

async function countOpen(engine: Engine): Promise<number> {
  const { rows } = await engine.execute(
    `SELECT count(*)::int AS open FROM ${engine.jobsSchema}.job WHERE state IN ('created', 'retry', 'active')`,
  );
  return (rows[0] as { readonly open: number }).open;
}
