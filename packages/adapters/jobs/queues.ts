import type { JobSettings } from '@countersign/identity';
import type { PgBoss, Queue } from 'pg-boss';

/** Every job that there is, by name. */
export type JobTable = Readonly<Record<string, JobSettings>>;

/** Holds the jobs whose every attempt failed. */
export const DEAD_QUEUE = 'dead-jobs';

const DEAD_QUEUE_RETRIES = { retryLimit: 10, retryDelayMax: 300 };

const SETTINGS = {
  /** The first pause between attempts; each further one is twice as long, with jitter. */
  retryDelay: 1,
  retryBackoff: true,
  /** A worker that is silent this long is taken for dead, and its job goes to another. pg-boss beats at half of it. */
  heartbeatSeconds: 30,
  /** Longest run of a handler. Sealing the largest file takes seconds. */
  expireInSeconds: 600,
  /** Keeps finished jobs for inspection. */
  deleteAfterSeconds: 24 * 3600,
};

/** Creates every queue, or updates its settings. */
export async function createQueues(boss: PgBoss, jobs: JobTable): Promise<void> {
  await createQueue(boss, { name: DEAD_QUEUE, ...SETTINGS, ...DEAD_QUEUE_RETRIES });
  for (const [name, { retries: policy }] of Object.entries(jobs)) {
    const { maxRetries, maxPauseSeconds } = policy;
    const retries = { retryLimit: maxRetries, retryDelayMax: maxPauseSeconds };
    await createQueue(boss, { name, ...SETTINGS, ...retries, deadLetter: DEAD_QUEUE });
  }
}

async function createQueue(boss: PgBoss, { name, ...settings }: Queue): Promise<void> {
  await boss.createQueue(name, settings);
  await boss.updateQueue(name, settings);
  // `send` looks an unknown queue up on a connection of its own. On the embedded database's only connection that would
  // wait forever for the transaction that sends, so every queue is looked up before the first job.
  await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
}
