/** Retries, with pauses that double from one second up to the longest. */
export interface RetryPolicy {
  readonly maxRetries: number;
  readonly maxPauseSeconds: number;
}

/** About 13 minutes. */
export const RETRY_FOR_MINUTES: RetryPolicy = { maxRetries: 10, maxPauseSeconds: 300 };

/**
 * About five hours, for work that needs the disk or external servers (remote keys, timestamps, mail), which may be
 * in maintenance for an hour or two.
 */
export const RETRY_FOR_HOURS: RetryPolicy = { maxRetries: 24, maxPauseSeconds: 1200 };

/** What the queue needs of a job. */
export interface JobSettings {
  readonly retries: RetryPolicy;
  /** Jobs of this kind that run at the same time in one process. */
  readonly concurrency: number;
  /** At most so many of them are of one account; absent: any number. Jobs that are enqueued without `accountId` do not count. */
  readonly concurrencyPerAccount?: number;
  /** Cron expression (UTC) of a scheduled job. Its data has no members. */
  readonly schedule?: string;
}

export interface JobDefinition<Deps, Data> extends JobSettings {
  /** A rejection is retried. Record a permanent fault and resolve. */
  run(deps: Deps, data: Data): Promise<void>;
  /** Records the failure of every attempt. `code` is the last one's, null without one. */
  readonly onGiveUp?: (deps: Deps, data: Data, code: string | null) => Promise<void>;
}
