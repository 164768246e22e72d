import { openJobs } from '@countersign/adapters/jobs';
import type { AdapterDatabase } from '@countersign/adapters/postgres';
import {
  combineJobRunners,
  createJobRunner,
  type JobDefinition,
  type JobRunner,
  RETRY_FOR_MINUTES,
} from '@countersign/identity';
import type { RateCounter } from '@countersign/signing/ports';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

interface BackgroundDeps {
  readonly database: AdapterDatabase;
  readonly jobs: readonly JobRunner[];
  readonly logger: Logger;
}

interface RateCountJob {
  readonly name: 'remove-expired-rate-counts';
}

const RATE_COUNT_JOBS: Record<RateCountJob['name'], JobDefinition<RateCounter, RateCountJob>> = {
  'remove-expired-rate-counts': {
    run: async (counts) => void (await counts.removeExpired()),
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
    schedule: '37 * * * *',
  },
};

/** Runs the jobs of every package. The role `api` only enqueues. `stop` waits for what runs. */
export async function startBackgroundJobs(
  role: Config['role'],
  { database, jobs, logger }: BackgroundDeps,
): Promise<{ stop(): Promise<void> }> {
  const ownJobs = createJobRunner<RateCounter, RateCountJob>(database.rateCounts, RATE_COUNT_JOBS);
  const runner = combineJobRunners([...jobs, ownJobs]);
  const queue = await openJobs(database, runner.settings, {
    onError: (error) => logger.error({ err: error }, 'job queue in trouble'),
  });
  if (role !== 'api')
    await queue.work((job) => runner.run(job), {
      onFailed: (job, error) => logger.warn({ err: error, job: job.name }, 'job failed, to be tried again'),
      onDead: async (job, code) => {
        // Retries are used up after minutes, or hours for what waits for others: an operator has to look at it.
        logger.error({ job, code }, 'job given up');
        await runner.giveUp(job, code);
      },
    });
  return { stop: () => queue.stop() };
}
