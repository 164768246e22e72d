import type { QueuedJob } from '@countersign/identity';
import { fromKysely, PgBoss } from 'pg-boss';
import type { AdapterDatabase, Engine, EnqueueJob } from '../postgres/index.ts';
import { createTurnIndex, findTurn, groupOf } from './account-turns.ts';
import { createQueues, type JobTable } from './queues.ts';
import { releaseAbandonedJobs } from './release-abandoned-jobs.ts';
import { identifyFollowingJob } from './running-job.ts';
import { updateSchedules } from './schedules.ts';
import { startWorkers, type WorkerHooks } from './start-workers.ts';
import { type DueJobsWatch, nudge, type Workers, watchDueJobs } from './watch-due-jobs.ts';

/** For dead workers. */
const SUPERVISE_SECONDS = 15;
/** For running handlers. */
const STOP_TIMEOUT_MS = 25_000;

export interface JobsOptions {
  /** E.g. a lost connection; the queue recovers by itself. */
  readonly onError?: (error: Error) => void;
}

/** At least once, in no order. */
export interface Jobs {
  /**
   * A rejection is retried with growing pauses; after the last, `onDead` is called, with retries of its own.
   */
  work(handler: (job: QueuedJob) => Promise<void>, hooks?: WorkerHooks): Promise<void>;
  /** Dead ones too. */
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
    await createTurnIndex(engine);
    await updateSchedules(boss, jobs);
  });
  await releaseAbandonedJobs(engine);
  const workers = new Map<string, readonly string[]>();
  let watch: DueJobsWatch | undefined;
  database.attachJobs(createEnqueue(boss, engine, jobs, workers));
  return {
    async work(handler, hooks = {}) {
      await startWorkers(boss, jobs, workers, handler, hooks);
      watch = watchDueJobs(boss, engine, workers, (error) => options.onError?.(error));
    },
    countOpen: () => countOpen(engine),
    async stop() {
      await watch?.stop();
      await boss.stop({ graceful: true, close: false, timeout: STOP_TIMEOUT_MS });
      database.attachJobs(null);
    },
  };
}

function createBoss(engine: Engine, { onError }: JobsOptions): PgBoss {
  const isServer = engine.kind === 'server';
  const boss = new PgBoss({
    db: { executeSql: (text, values) => engine.execute(text, values) },
    schema: engine.jobsSchema,
    backend: isServer ? 'postgres' : 'pglite',
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    // For the embedded database see postgres/embedded/upkeep.ts.
    reindex: isServer,
    monitorVacuum: isServer,
  });
  boss.on('error', (error) => onError?.(error));
  return boss;
}

function createEnqueue(boss: PgBoss, engine: Engine, jobs: JobTable, workers: Workers): EnqueueJob {
  return async (job, { startAfterSeconds = 0, accountId }, transaction) => {
    const db = fromKysely(transaction.db);
    const turn = accountId === undefined ? {} : await findTurn(engine, transaction.db, job.name, accountId);
    const group = accountId === undefined ? {} : groupOf(jobs[job.name], accountId);
    const options = { startAfter: startAfterSeconds, db, ...group, ...turn, ...identifyFollowingJob(job) };
    await boss.send(job.name, job, options);
    if (startAfterSeconds > 0) return;
    // Other processes learn of it by watchDueJobs.
    transaction.afterCommit.push(() => nudge(boss, workers, job.name));
  };
}

async function countOpen(engine: Engine): Promise<number> {
  const { rows } = await engine.execute(
    `SELECT count(*)::int AS open FROM ${engine.jobsSchema}.job WHERE state IN ('created', 'retry', 'active')`,
  );
  return (rows[0] as { readonly open: number }).open;
}
