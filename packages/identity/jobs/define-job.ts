/** Retries after a failed attempt, with pauses that double from one second up to the longest. */
export interface RetryPolicy {
  readonly maxRetries: number;
  readonly maxPauseSeconds: number;
}

/** About 13 minutes in all. */
export const RETRY_FOR_MINUTES: RetryPolicy = { maxRetries: 10, maxPauseSeconds: 300 };

/**
 * About five hours in all, for work that needs the disk or somebody else's server (remote keys, timestamp authorities, mail).
 * Those are serviced for an hour or two now and then, and no document may fail because of it.
 */
export const RETRY_FOR_HOURS: RetryPolicy = { maxRetries: 24, maxPauseSeconds: 1200 };

/** What the queue has to know of a job. */
export interface JobSettings {
  readonly retries: RetryPolicy;
  /** Jobs of this kind that run at once in one process. */
  readonly concurrency: number;
  /** When the job is enqueued by itself: a cron expression, in UTC. Its data has no members. */
  readonly schedule?: string;
}

export interface JobDefinition<Deps, Data> extends JobSettings {
  /** A rejection is tried again; a fault that can never succeed is recorded, and resolves. */
  run(deps: Deps, data: Data): Promise<void>;
  /** Records that every attempt failed. `code` is that of the last failure, null if it had none. */
  readonly onGiveUp?: (deps: Deps, data: Data, code: string | null) => Promise<void>;
}
