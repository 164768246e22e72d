import type { WaitingItem, WaitingReads, WaitingStore } from '@countersign/signing/ports';
import { type RawBuilder, sql } from 'kysely';
import { fromJson } from '../json.ts';
import type { Connection } from '../schema.ts';
import type { Engine } from '../transaction.ts';

/** Jobs that send something to a person. The attempts of webhooks are recorded with their deliveries. */
const MESSAGE_JOBS = [
  'send-message',
  'send-invitation',
  'send-completed',
  'send-copy',
  'send-failed',
  'send-webhook-disabled',
  'send-user-invitation',
];

/** More attempts of a job that is tried again. */
const FURTHER_ATTEMPTS = 3;

type Filter = { readonly documentId: string } | { readonly waitingId: string } | null;

interface Row {
  readonly waitingId: string;
  readonly kind: WaitingItem['kind'];
  readonly state: WaitingItem['state'];
  readonly documentId: string | null;
  readonly since: Date;
  readonly nextAt: Date | null;
  readonly attempts: number;
  readonly about: unknown;
}

/** Reads what failed from the queue, the deliveries of webhooks and the documents that wait for their seal. */
export class PostgresWaitingStore implements WaitingStore {
  readonly #db: Connection;
  readonly #jobs: RawBuilder<unknown>;

  constructor(db: Connection, { jobsSchema }: Pick<Engine, 'jobsSchema'>) {
    this.#db = db;
    this.#jobs = sql`${sql.id(jobsSchema)}.job`;
  }

  async list(
    accountId: string,
    { limit, offset, documentId }: Parameters<WaitingReads['list']>[1],
  ): Promise<readonly WaitingItem[]> {
    const filter = documentId === undefined ? null : { documentId };
    return this.#select(accountId, filter, sql`ORDER BY since, waiting_id LIMIT ${limit} OFFSET ${offset}`);
  }

  async find(accountId: string, waitingId: string): Promise<WaitingItem | null> {
    const [found] = await this.#select(accountId, { waitingId }, sql`LIMIT 1`);
    return found ?? null;
  }

  async retryJob(jobId: string): Promise<boolean> {
    const { rows } = await sql`UPDATE ${this.#jobs}
      SET state = 'retry', start_after = now(), completed_on = NULL,
        retry_limit = greatest(retry_limit, retry_count + ${FURTHER_ATTEMPTS})
      WHERE id::text = ${jobId} AND state IN ('created', 'retry', 'failed') RETURNING 1`.execute(this.#db);
    return rows.length > 0;
  }

  async cancelJob(jobId: string): Promise<boolean> {
    const { rows } = await sql`UPDATE ${this.#jobs} SET state = 'cancelled', completed_on = now()
      WHERE id::text = ${jobId} AND state IN ('created', 'retry', 'failed') RETURNING 1`.execute(this.#db);
    return rows.length > 0;
  }

  async #select(
    accountId: string,
    filter: Filter,
    page: RawBuilder<unknown>,
  ): Promise<readonly WaitingItem[]> {
    const { rows } = await sql<Row>`
      SELECT * FROM (
        ${this.#messages(accountId, filter)}
        UNION ALL ${this.#deliveries(accountId, filter)}
        UNION ALL ${seals(accountId, filter)}
      ) AS waiting ${page}`.execute(this.#db);
    return rows.map((row) => ({ ...row, about: fromJson(row.about) }) as WaitingItem);
  }

  #messages(accountId: string, filter: Filter): RawBuilder<unknown> {
    const documentId = sql`job.data ->> 'documentId'`;
    return sql`SELECT job.id::text AS waiting_id, 'message' AS kind,
        CASE job.state WHEN 'retry' THEN 'retrying' WHEN 'active' THEN 'running' ELSE 'given_up' END AS state,
        ${documentId} AS document_id, job.created_on AS since,
        CASE WHEN job.state = 'retry' THEN job.start_after END AS next_at,
        job.retry_count + CASE WHEN job.state = 'active' THEN 0 ELSE 1 END AS attempts,
        job.data - 'origin' AS about
      FROM ${this.#jobs} AS job
      WHERE job.name IN (${sql.join(MESSAGE_JOBS)})
        AND (job.state IN ('retry', 'failed') OR job.state = 'active' AND job.retry_count > 0)
        AND (EXISTS (SELECT FROM documents WHERE documents.document_id = ${documentId}
            AND documents.account_id = ${accountId})
          OR EXISTS (SELECT FROM users WHERE users.user_id = job.data ->> 'userId'
            AND users.account_id = ${accountId})
          OR EXISTS (SELECT FROM webhooks WHERE webhooks.webhook_id = job.data ->> 'webhookId'
            AND webhooks.account_id = ${accountId}))
        AND ${matches(filter, documentId, sql`job.id::text`)}`;
  }

  #deliveries(accountId: string, filter: Filter): RawBuilder<unknown> {
    const documentId = sql`delivery.event ->> 'documentId'`;
    return sql`SELECT delivery.delivery_id, 'webhook',
        CASE delivery.status WHEN 'dead' THEN 'given_up' ELSE 'retrying' END,
        ${documentId}, delivery.created_at,
        (SELECT min(job.start_after) FROM ${this.#jobs} AS job
          WHERE job.name = 'deliver-webhook' AND job.state < 'active'
            AND job.data ->> 'deliveryId' = delivery.delivery_id),
        delivery.attempts,
        jsonb_build_object('webhookId', webhook.webhook_id, 'webhookName', webhook.name,
          'eventType', delivery.event ->> 'type', 'lastStatus', delivery.last_status,
          'lastError', delivery.last_error)
      FROM webhook_deliveries AS delivery JOIN webhooks AS webhook USING (webhook_id)
      WHERE webhook.account_id = ${accountId}
        AND (delivery.status = 'pending' AND delivery.attempts > 0
          OR delivery.status = 'dead' AND delivery.updated_at > now() - interval '7 days'
            AND delivery.last_error IS DISTINCT FROM 'stopped')
        AND ${matches(filter, documentId, sql`delivery.delivery_id`)}`;
  }
}

function seals(accountId: string, filter: Filter): RawBuilder<unknown> {
  const delay = sql`state -> 'sealingDelay'`;
  const dateOf = (name: string) => sql`(${delay} -> ${sql.lit(name)} ->> '$date')::timestamptz`;
  return sql`SELECT document_id, 'seal', 'retrying', document_id, ${dateOf('since')},
      ${dateOf('nextAttemptAt')}, (${delay} ->> 'attempts')::integer,
      jsonb_build_object('reason', ${delay} ->> 'reason')
    FROM documents
    WHERE account_id = ${accountId} AND status = 'awaiting_signatures'
      AND progress -> 'signed' = progress -> 'signees' AND ${delay} IS NOT NULL
      AND ${matches(filter, sql`document_id`, sql`document_id`)}`;
}

function matches(
  filter: Filter,
  documentId: RawBuilder<unknown>,
  waitingId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (filter === null) return sql`true`;
  return 'documentId' in filter
    ? sql`${documentId} = ${filter.documentId}`
    : sql`${waitingId} = ${filter.waitingId}`;
}
