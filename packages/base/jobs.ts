/** The pauses between attempts double from one second up to the longest. */
export interface RetryPolicy {
  readonly maxRetries: number;
  readonly maxPauseSeconds: number;
}

/** These attempts take about 13 minutes. */
export const RETRY_FOR_MINUTES: RetryPolicy = { maxRetries: 10, maxPauseSeconds: 300 };

/** These attempts take about five hours, for the disk and external servers, which may be in maintenance. */
export const RETRY_FOR_HOURS: RetryPolicy = { maxRetries: 24, maxPauseSeconds: 1200 };

/** What the queue has to know of a job. */
export interface JobSettings {
  readonly retries: RetryPolicy;
  /** How many run at once in one process. */
  readonly concurrency: number;
  /**
   * How many of `concurrency` one account may have; any number if absent. Jobs without `accountId` do not
   * count.
   */
  readonly concurrencyPerAccount?: number;
  /** A cron expression (UTC). Data of scheduled jobs has no members. */
  readonly schedule?: string;
}

export interface JobDefinition<Deps, Data> extends JobSettings {
  /** Runs the job. A rejection is retried, so permanent faults are recorded and the promise resolves. */
  run(deps: Deps, data: Data): Promise<void>;
  /** Runs after the last attempt. `code` is that of its error, or null if it has none. */
  readonly onGiveUp?: (deps: Deps, data: Data, code: string | null) => Promise<void>;
}

export interface QueuedJob {
  readonly name: string;
}

/** The jobs of a package, bound to its ports. */
export interface JobRunner<Job extends QueuedJob = QueuedJob> {
  readonly settings: Readonly<Record<string, JobSettings>>;
  /** Runs the job. A rejection is retried. */
  run(job: Job): Promise<void>;
  /** Is called after the last attempt, for jobs that others depend on. */
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

/** Combines runners whose jobs have different names. */
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
