import { openJobs } from '@countersign/adapters/jobs';
import type { AdapterDatabase } from '@countersign/adapters/postgres';
import type { Tokens } from '@countersign/oauth';
import type { Job, Signing } from '@countersign/signing';
import type { Logger } from 'pino';

/** Milliseconds between two looks for expired tokens. Ours: a token lasts an hour, so no row outlives two. */
const TOKEN_SWEEP_MS = 60 * 60 * 1000;

interface BackgroundDeps {
  readonly database: AdapterDatabase;
  readonly signing: Signing;
  readonly tokens: Tokens;
  readonly logger: Logger;
}

/** What happens without a request: the jobs of signing, and forgetting expired tokens. `stop` waits for what runs. */
export async function startBackgroundJobs(deps: BackgroundDeps): Promise<{ stop(): Promise<void> }> {
  const { logger } = deps;
  const jobs = await openJobs(deps.database, {
    onError: (error) => logger.error({ err: error }, 'job queue in trouble'),
  });
  await jobs.work((job) => deps.signing.jobs.run(job), {
    onFailed: (job, error) => logger.warn({ err: error, job: job.name }, 'job failed, to be tried again'),
    onDead: (job, code) => giveUp(deps, job, code),
  });
  const sweep = setInterval(() => sweepTokens(deps), TOKEN_SWEEP_MS).unref();
  return {
    async stop() {
      clearInterval(sweep);
      await jobs.stop();
    },
  };
}

/** Retries are used up after minutes, or hours for what waits for others: an outage an operator has to look at. */
async function giveUp({ signing, logger }: BackgroundDeps, job: Job, code: string | null): Promise<void> {
  logger.error({ job, code }, 'job given up');
  await signing.jobs.giveUp(job, code);
}

function sweepTokens({ tokens, logger }: BackgroundDeps): void {
  tokens.removeExpired().catch((error: unknown) => logger.error({ err: error }, 'token sweep failed'));
}
