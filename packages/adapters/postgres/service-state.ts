import type { AdapterDatabase } from './database.ts';

/** How much waits in a service, for its metrics. Nothing names an account, a person or a document. */
export interface ServiceState {
  readonly jobs: readonly {
    readonly job: string;
    /** `due` jobs could run; `later` ones have a time to wait for, or wait after a failure. */
    readonly state: 'due' | 'later' | 'running';
    readonly count: number;
  }[];
  /** Seconds that the oldest due job has waited; 0 if none is due. */
  readonly ages: readonly { readonly job: string; readonly seconds: number }[];
  /** Documents that are not finished. */
  readonly documents: readonly { readonly status: string; readonly count: number }[];
  /** Documents that everybody has signed, and that could not be sealed yet. */
  readonly unsealed: readonly { readonly reason: string; readonly count: number }[];
}

/**
 * Reads three statements, each of which goes through an index of what is unfinished, so that finished documents and
 * jobs cost nothing. Throws `DatabaseUnavailable`.
 */
export async function readServiceState({ engine }: Pick<AdapterDatabase, 'engine'>): Promise<ServiceState> {
  const { schema, jobsSchema } = engine;
  const queues = await engine.execute(
    `SELECT queue.name AS job, coalesce(due, 0)::int AS due, coalesce(later, 0)::int AS later,
        coalesce(running, 0)::int AS running, coalesce(seconds, 0)::float8 AS seconds
      FROM ${jobsSchema}.queue LEFT JOIN (
        SELECT name,
          count(*) FILTER (WHERE state < 'active' AND start_after <= now()) AS due,
          count(*) FILTER (WHERE state < 'active' AND start_after > now()) AS later,
          count(*) FILTER (WHERE state = 'active') AS running,
          extract(epoch FROM now() - min(start_after) FILTER (WHERE state < 'active' AND start_after <= now())) AS seconds
        FROM ${jobsSchema}.job WHERE state < 'completed' GROUP BY name
      ) AS open ON open.name = queue.name
      ORDER BY queue.name`,
  );
  const documents = await engine.execute(
    `SELECT status, count(*)::int AS count FROM ${schema}.documents
      WHERE status IN ('created', 'processing', 'awaiting_signatures') GROUP BY status ORDER BY status`,
  );
  const unsealed = await engine.execute(
    `SELECT state -> 'sealingDelay' ->> 'reason' AS reason, count(*)::int AS count FROM ${schema}.documents
      WHERE status = 'awaiting_signatures' AND progress -> 'signed' = progress -> 'signees'
        AND state -> 'sealingDelay' ->> 'reason' IS NOT NULL
      GROUP BY reason ORDER BY reason`,
  );
  const rows = queues.rows as readonly QueueRow[];
  return {
    jobs: rows.flatMap(({ job, due, later, running }) => [
      { job, state: 'due', count: due },
      { job, state: 'later', count: later },
      { job, state: 'running', count: running },
    ]),
    ages: rows.map(({ job, seconds }) => ({ job, seconds })),
    documents: documents.rows as ServiceState['documents'],
    unsealed: unsealed.rows as ServiceState['unsealed'],
  };
}

interface QueueRow {
  readonly job: string;
  readonly due: number;
  readonly later: number;
  readonly running: number;
  readonly seconds: number;
}
