import type { AdapterDatabase } from '../postgres/database.ts';
import { DEAD_QUEUE } from './queues.ts';

/** The states are those that operators see: `failed` jobs will not run again, `retrying` jobs failed and will. */
export const JOB_STATES = ['waiting', 'retrying', 'running', 'failed', 'cancelled', 'done'] as const;

export type JobState = (typeof JOB_STATES)[number];

export interface KnownJob {
  readonly jobId: string;
  readonly job: string;
  readonly state: JobState;
  readonly documentId: string | null;
  readonly createdAt: Date;
  /** When it may run next, or is running since; null if it will not run again. */
  readonly nextAt: Date | null;
  readonly attempts: number;
  /** How its last attempt failed; its message may name a host or an address of a person. */
  readonly lastError: string | null;
}

export interface JobDetails extends KnownJob {
  /** The ids that it works on. */
  readonly data: object;
  /** The request that led to it. */
  readonly requestId: string | null;
}

export interface JobQuery {
  /** Default: `retrying` and `failed`, which are those that somebody may have to look at. */
  readonly states?: readonly JobState[] | undefined;
  readonly job?: string | undefined;
  readonly documentId?: string | undefined;
  readonly limit: number;
}

export type JobOperator = ReturnType<typeof createJobOperator>;

/** More attempts of a job that an operator tries again. */
const FURTHER_ATTEMPTS = 3;

const ROW_STATES: Readonly<Record<JobState, string>> = {
  waiting: 'created',
  retrying: 'retry',
  running: 'active',
  failed: 'failed',
  cancelled: 'cancelled',
  done: 'completed',
};

const STATE_OF_ROW = `CASE state WHEN 'created' THEN 'waiting' WHEN 'retry' THEN 'retrying'
  WHEN 'active' THEN 'running' WHEN 'completed' THEN 'done' ELSE state::text END`;

const COLUMNS = `id AS "jobId", name AS job, ${STATE_OF_ROW} AS state, data ->> 'documentId' AS "documentId",
  created_on AS "createdAt",
  CASE WHEN state < 'active' THEN start_after WHEN state = 'active' THEN started_on END AS "nextAt",
  retry_count + CASE WHEN state IN ('active', 'completed', 'failed') OR output IS NOT NULL THEN 1 ELSE 0 END AS attempts,
  CASE WHEN state <> 'completed' THEN coalesce(output ->> 'code' || ': ', '') || (output ->> 'message') END AS "lastError"`;

/** Reads and changes the queue while its service runs or not. Finished jobs are known for a week. */
export function createJobOperator({ engine }: Pick<AdapterDatabase, 'engine'>) {
  const table = `${engine.jobsSchema}.job`;
  // The primary key begins with the name of the queue.
  const isJob = `id = $1::uuid AND name IN (SELECT name FROM ${engine.jobsSchema}.queue) AND name <> '${DEAD_QUEUE}'`;

  async function listJobs({ states, job, documentId, limit }: JobQuery): Promise<readonly KnownJob[]> {
    // The embedded database sends no list of a type that the queue made, so the states are in the text.
    const wanted = (states ?? (['retrying', 'failed'] as const)).map((state) => `'${ROW_STATES[state]}'`);
    const { rows } = await engine.execute(
      `SELECT ${COLUMNS} FROM ${table}
        WHERE name <> '${DEAD_QUEUE}' AND state IN (${wanted.join(', ')})
          AND ($1::text IS NULL OR name = $1) AND ($2::text IS NULL OR data ->> 'documentId' = $2)
        ORDER BY created_on, id LIMIT $3`,
      [job ?? null, documentId ?? null, limit],
    );
    return rows as readonly KnownJob[];
  }

  async function findJob(jobId: string): Promise<JobDetails | null> {
    if (!isUuid(jobId)) return null;
    const { rows } = await engine.execute(
      `SELECT ${COLUMNS}, data - 'origin' - 'name' AS data, data -> 'origin' ->> 'requestId' AS "requestId"
        FROM ${table} WHERE ${isJob}`,
      [jobId],
    );
    const [found] = rows as readonly JobDetails[];
    return found ?? null;
  }

  /** Lets it run within seconds, with a few attempts more. Returns false if it runs, has succeeded, or is unknown. */
  async function retryJob(jobId: string): Promise<boolean> {
    if (!isUuid(jobId)) return false;
    const { rows } = await engine.execute(
      `UPDATE ${table} SET state = 'retry', start_after = now(), completed_on = NULL,
          retry_limit = greatest(retry_limit, retry_count + ${FURTHER_ATTEMPTS})
        WHERE ${isJob} AND state NOT IN ('active', 'completed') RETURNING id`,
      [jobId],
    );
    return rows.length > 0;
  }

  /** Lets it never run again. Returns false if it runs, has ended, or is unknown. */
  async function cancelJob(jobId: string): Promise<boolean> {
    if (!isUuid(jobId)) return false;
    const { rows } = await engine.execute(
      `UPDATE ${table} SET state = 'cancelled', completed_on = now()
        WHERE ${isJob} AND state < 'active' RETURNING id`,
      [jobId],
    );
    return rows.length > 0;
  }

  return { listJobs, findJob, retryJob, cancelJob };
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
