import { openJobs } from '@countersign/adapters/jobs';
import type { AdapterDatabase } from '@countersign/adapters/postgres';
import type { Tokens } from '@countersign/oauth';
import type { Job, Signing } from '@countersign/signing';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

/** Milliseconds between two looks for expired rows. Ours: a token lasts an hour, so no row outlives two. */
const SWEEP_MS = 60 * 60 * 1000;

interface BackgroundDeps {
  readonly database: AdapterDatabase;
  readonly signing: Signing;
  readonly tokens: Tokens;
  readonly logger: Logger;
}

/**
 * What happens without a request: the jobs of signing, and forgetting expired tokens and counts. The role `api` only enqueues.
 * `stop` waits for what runs.
 */
export async function startBackgroundJobs(
  role: Config['role'],
  deps: BackgroundDeps,
): Promise<{ stop(): Promise<void> }> {
  const { logger } = deps;
  const jobs = await openJobs(deps.database, {
    onError: (error) => logger.error({ err: error }, 'job queue in trouble'),
  });
  if (role === 'api') return { stop: () => jobs.stop() };
  await jobs.work((job) => deps.signing.jobs.run(job), {
    onFailed: (job, error) => logger.warn({ err: error, job: job.name }, 'job failed, to be tried again'),
    onDead: (job, code) => giveUp(deps, job, code),
  });
  const timer = setInterval(() => sweep(deps), SWEEP_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await jobs.stop();
    },
  };
}

/** Retries are used up after minutes, or hours for what waits for others: an outage an operator has to look at. */
async function giveUp({ signing, logger }: BackgroundDeps, job: Job, code: string | null): Promise<void> {
  logger.error({ job, code }, 'job given up');
  await signing.jobs.giveUp(job, code);
}

function sweep({ database, tokens, logger }: BackgroundDeps): void {
  tokens.removeExpired().catch((error: unknown) => logger.error({ err: error }, 'token sweep failed'));
  database.rateCounts
    .removeExpired()
    .catch((error: unknown) => logger.error({ err: error }, 'sweep of rate counts failed'));
}
