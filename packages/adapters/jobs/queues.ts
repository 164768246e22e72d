import { JOB_NAMES, type JobName } from '@countersign/signing';
import type { PgBoss, Queue } from 'pg-boss';

/** Where a job goes whose retries are used up. */
export const DEAD_QUEUE = 'dead-jobs';

/** How many of a kind run at once in one process. Customers' servers may take 10 s each to answer, so those get more. */
export const CONCURRENCY: Readonly<Record<JobName, number>> = {
  'prepare-document': 2,
  'send-invitation': 2,
  'complete-document': 2,
  'send-completed': 1,
  'send-failed': 1,
  'publish-event': 1,
  'deliver-webhook': 4,
  'remove-unused-blob': 1,
};

const RETRIES = {
  /** 1 s, 2 s, 4 s ... 5 min, with jitter: about 13 minutes in all. */
  retryLimit: 10,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  /** A worker that has said nothing for so long is dead; its job goes to another. pg-boss beats at half of it. */
  heartbeatSeconds: 30,
  /** A handler that runs longer is given up. Sealing the largest file takes seconds. */
  expireInSeconds: 600,
  /** Finished jobs are kept for looking at. */
  deleteAfterSeconds: 24 * 3600,
};

/**
 * Work that waits for others: who holds the key, timestamp authorities, mail servers. Those are serviced for an hour or two
 * now and then, and a document that everybody has signed is not to fail for it: 1 s, 2 s ... 20 min, about five hours in all.
 */
const OUTSIDE: ReadonlySet<JobName> = new Set([
  'complete-document',
  'send-invitation',
  'send-completed',
  'send-failed',
]);
const PATIENT_RETRIES = { ...RETRIES, retryLimit: 24, retryDelayMax: 1200 };

/** Makes every queue, or brings its settings up to date. */
export async function createQueues(boss: PgBoss): Promise<void> {
  await createQueue(boss, { name: DEAD_QUEUE, ...RETRIES });
  for (const name of JOB_NAMES) {
    const retries = OUTSIDE.has(name) ? PATIENT_RETRIES : RETRIES;
    await createQueue(boss, { name, ...retries, deadLetter: DEAD_QUEUE });
  }
}

async function createQueue(boss: PgBoss, { name, ...settings }: Queue): Promise<void> {
  await boss.createQueue(name, settings);
  await boss.updateQueue(name, settings);
  // `send` looks an unknown queue up on a connection of its own. On the embedded database's only connection that would
  // wait for the very transaction that sends, for ever; so every queue is known before the first job.
  await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
}
