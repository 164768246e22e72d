import { openJobs } from '@countersign/adapters/jobs/open-jobs';
import type { AdapterDatabase } from '@countersign/adapters/postgres/database';
import {
  combineJobRunners,
  createJobRunner,
  type JobDefinition,
  type JobRunner,
  RETRY_FOR_MINUTES,
} from '@countersign/base';
import { DAY_MS } from '@countersign/base/time';
import type { Logger } from 'pino';
import type { Observing } from '../observing/observing.ts';
import type { Config } from '../settings/config.ts';

interface BackgroundDeps {
  readonly database: AdapterDatabase;
  readonly jobs: readonly JobRunner[];
  readonly logger: Logger;
  readonly observing: Observing;
}

interface RemovalJob {
  readonly name:
    | 'remove-expired-rate-counts'
    | 'remove-expired-idempotency-keys'
    | 'remove-old-message-attempts';
}

type RemovalStores = Pick<AdapterDatabase, 'rateCounts' | 'idempotencyKeys' | 'messageAttempts'>;

/** The jobs of messages have ended long before. */
const KEPT_ATTEMPT_MS = 7 * DAY_MS;

const REMOVAL_JOBS: Record<RemovalJob['name'], JobDefinition<RemovalStores, RemovalJob>> = {
  'remove-expired-rate-counts': {
    run: async ({ rateCounts }) => void (await rateCounts.removeExpired()),
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
    schedule: '37 * * * *',
  },
  'remove-expired-idempotency-keys': {
    run: async ({ idempotencyKeys }) => void (await idempotencyKeys.removeExpired(new Date())),
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
    schedule: '47 * * * *',
  },
  'remove-old-message-attempts': {
    run: async ({ messageAttempts }) =>
      void (await messageAttempts.removeStartedBefore(new Date(Date.now() - KEPT_ATTEMPT_MS))),
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
    schedule: '57 3 * * *',
  },
};

/** The role `api` only enqueues. `stop` waits for running work. */
export async function startBackgroundJobs(
  role: Config['role'],
  { database, jobs, logger, observing }: BackgroundDeps,
): Promise<{ stop(): Promise<void> }> {
  const ownJobs = createJobRunner<RemovalStores, RemovalJob>(database, REMOVAL_JOBS);
  const runner = combineJobRunners([...jobs, ownJobs]);
  const queue = await openJobs(database, runner.settings, {
    onError: (error) => logger.error({ err: error }, 'job queue failed'),
  });
  if (role !== 'api')
    await queue.work((job) => observing.job(job, () => runner.run(job)), {
      onFailed: (job, error) => logger.warn({ err: error, job }, 'job failed, will be retried'),
      onDead: async (job, code) => {
        // An operator has to act.
        observing.metrics?.deadJobs.inc({ job: job.name });
        logger.error({ job, code }, 'job failed, no retries left');
        await runner.giveUp(job, code);
      },
    });
  return { stop: () => queue.stop() };
}
