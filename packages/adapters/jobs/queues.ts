import { randomInt } from 'node:crypto';
import type { JobSettings } from '@countersign/base';
import { type Kysely, sql } from 'kysely';
import type { PgBoss, Queue } from 'pg-boss';
import type { Engine } from '../postgres/transaction.ts';

/** The separator of account and number. */
const SEPARATOR = ' ';
/** The expression has to be the same in the query and its index. */
export const ACCOUNT_OF_GROUP = `split_part(group_id, '${SEPARATOR}', 1)`;

/**
 * One job of a group runs at a time, so an account has as many groups as `concurrencyPerAccount`. Otherwise
 * its one group only finds its turns.
 */
export function groupOf({ concurrencyPerAccount = 1 }: Partial<JobSettings> = {}, accountId: string) {
  return { group: { id: `${accountId}${SEPARATOR}${randomInt(concurrencyPerAccount)}` } };
}

/**
 * Finds the turn of a job by start-time fair queueing: one turn after the last waiting job of the account,
 * but not before the turn that is due now. Jobs that start later do not count. Simultaneous transactions may
 * get the same turn.
 */
export async function findTurn<Tables>(
  { jobsSchema }: Engine,
  db: Kysely<Tables>,
  name: string,
  accountId: string,
): Promise<{ readonly priority: number }> {
  const job = sql.id(jobsSchema, 'job');
  const { rows } = await sql<{ readonly priority: number }>`
    SELECT least(
      0,
      (SELECT max(priority) FROM ${job}
        WHERE name = ${name} AND state = 'created' AND NOT blocked AND start_after <= now()),
      (SELECT min(priority) - 1 FROM ${job}
        WHERE name = ${name} AND state < 'active' AND ${sql.raw(ACCOUNT_OF_GROUP)} = ${accountId}
          AND start_after <= now())
    ) AS priority`.execute(db);
  return { priority: rows[0]?.priority ?? 0 };
}

/** Creates those that pg-boss lacks: for the last turn of an account, for what waits in it, and for its webhooks. */
export async function createIndexes({ jobsSchema, execute }: Engine): Promise<void> {
  const table = `${jobsSchema}.job`;
  await execute(
    `CREATE INDEX IF NOT EXISTS job_account_due_turns ON ${table} (name, ${ACCOUNT_OF_GROUP}, priority, start_after)
      WHERE state < 'active'`,
  );
  await execute(
    `CREATE INDEX IF NOT EXISTS job_waiting ON ${table} (${ACCOUNT_OF_GROUP}, created_on, id)
      WHERE state IN ('retry', 'active', 'failed')`,
  );
  await execute(
    `CREATE INDEX IF NOT EXISTS job_of_delivery ON ${table} ((data ->> 'deliveryId'))
      WHERE state < 'active' AND data ->> 'deliveryId' IS NOT NULL`,
  );
}

export type JobTable = Readonly<Record<string, JobSettings>>;

/** Jobs whose every attempt failed go to this queue. */
export const DEAD_QUEUE = 'dead-jobs';

const DEAD_QUEUE_RETRIES = { retryLimit: 10, retryDelayMax: 300 };

const SETTINGS = {
  /** The pause doubles each time, with jitter. */
  retryDelay: 1,
  retryBackoff: true,
  /** Without a sign of life for this time, another worker gets the job. pg-boss sends one twice as often. */
  heartbeatSeconds: 30,
  /** Sealing the largest file takes some of this time. */
  expireInSeconds: 600,
  /** Operators look at what failed or was done in the last week. */
  deleteAfterSeconds: 7 * 24 * 3600,
};

export async function createQueues(boss: PgBoss, jobs: JobTable): Promise<void> {
  await createQueue(boss, { name: DEAD_QUEUE, ...SETTINGS, ...DEAD_QUEUE_RETRIES });
  for (const [name, { retries: policy }] of Object.entries(jobs)) {
    const { maxRetries, maxPauseSeconds } = policy;
    const retries = { retryLimit: maxRetries, retryDelayMax: maxPauseSeconds };
    await createQueue(boss, { name, ...SETTINGS, ...retries, deadLetter: DEAD_QUEUE });
  }
}

async function createQueue(boss: PgBoss, { name, ...settings }: Queue): Promise<void> {
  await boss.createQueue(name, settings);
  await boss.updateQueue(name, settings);
  // `send` looks up an unknown queue on another connection; the embedded database has one, and would wait for
  // the transaction that sends.
  await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
}
