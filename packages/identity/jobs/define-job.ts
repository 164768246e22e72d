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
