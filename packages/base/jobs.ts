/** Pauses double from one second up to the longest. */
export interface RetryPolicy {
  readonly maxRetries: number;
  readonly maxPauseSeconds: number;
}

/** About 13 minutes. */
export const RETRY_FOR_MINUTES: RetryPolicy = { maxRetries: 10, maxPauseSeconds: 300 };

/** About five hours, for the disk and external servers, which may be in maintenance. */
export const RETRY_FOR_HOURS: RetryPolicy = { maxRetries: 24, maxPauseSeconds: 1200 };

/** For the queue. */
export interface JobSettings {
  readonly retries: RetryPolicy;
  /** In one process. */
  readonly concurrency: number;
  /** Of `concurrency`; absent: any number. Jobs without `accountId` do not count. */
  readonly concurrencyPerAccount?: number;
  /** Cron expression (UTC). The data has no members. */
  readonly schedule?: string;
}

export interface JobDefinition<Deps, Data> extends JobSettings {
  /** A rejection is retried. Record a permanent fault and resolve. */
  run(deps: Deps, data: Data): Promise<void>;
  /** After every attempt. `code` is the last one's, null without one. */
  readonly onGiveUp?: (deps: Deps, data: Data, code: string | null) => Promise<void>;
}

export interface QueuedJob {
  readonly name: string;
}

/** Jobs with their ports. */
export interface JobRunner<Job extends QueuedJob = QueuedJob> {
  readonly settings: Readonly<Record<string, JobSettings>>;
  /** A rejection is retried. */
  run(job: Job): Promise<void>;
  /** After every attempt, for jobs that others depend on. */
  giveUp(job: Job, code?: string | null): Promise<void>;
}

export function createJobRunner<Deps, Job extends QueuedJob>(
  deps: Deps,
  definitions: { readonly [Name in Job['name']]: JobDefinition<Deps, Extract<Job, { name: Name }>> },
): JobRunner<Job> {
  // TypeScript cannot infer the data from the name through the table.
  const find = (job: Job) => definitions[job.name as Job['name']] as JobDefinition<Deps, Job>;
  return {
    settings: definitions,
    run: (job) => find(job).run(deps, job),
    giveUp: async (job, code = null) => find(job).onGiveUp?.(deps, job, code),
  };
}

/** The names have to differ. */
export function combineJobRunners(runners: readonly JobRunner[]): JobRunner {
  const find = ({ name }: QueuedJob) => {
    const runner = runners.find(({ settings }) => Object.hasOwn(settings, name));
    if (runner === undefined) throw new Error(`unknown job: ${name}`);
    return runner;
  };
  return {
    settings: Object.assign({}, ...runners.map(({ settings }) => settings)),
    run: async (job) => find(job).run(job),
    giveUp: async (job, code) => find(job).giveUp(job, code),
  };
}
