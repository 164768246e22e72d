import type { JobSettings } from '@countersign/identity';
import type { PgBoss, Queue } from 'pg-boss';

export type JobTable = Readonly<Record<string, JobSettings>>;

/** Every attempt failed. */
export const DEAD_QUEUE = 'dead-jobs';

const DEAD_QUEUE_RETRIES = { retryLimit: 10, retryDelayMax: 300 };

const SETTINGS = {
  /** Doubles each time, with jitter. */
  retryDelay: 1,
  retryBackoff: true,
  /** Then another worker gets the job. pg-boss beats at half of it. */
  heartbeatSeconds: 30,
  /** Sealing the largest file takes some of it. */
  expireInSeconds: 600,
  deleteAfterSeconds: 24 * 3600,
};

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
  // `send` looks up an unknown queue on another connection; the embedded database has one, and would wait for
  // the transaction that sends.
  await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
}
