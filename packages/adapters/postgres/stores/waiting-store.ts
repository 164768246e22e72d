import type { PageQuery } from '@countersign/signing';
import type { WaitingItem, WaitingReads, WaitingStore } from '@countersign/signing/ports';
import { type RawBuilder, sql } from 'kysely';
import { ACCOUNT_OF_GROUP } from '../../jobs/queues.ts';
import { fromJson } from '../json.ts';
import type { Connection } from '../schema.ts';
import type { Engine } from '../transaction.ts';

/** Jobs of an account that send something to a person. The attempts of webhooks are recorded with their deliveries. */
const MESSAGE_JOBS = ['send-message', 'send-completed', 'send-copy', 'send-failed', 'send-webhook-disabled'];
/** Is of no account in the queue. */
const INVITATION_JOB = 'send-user-invitation';

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
    return this.#select(accountId, filter, { limit, offset });
  }

  async find(accountId: string, waitingId: string): Promise<WaitingItem | null> {
    const [found] = await this.#select(accountId, { waitingId }, { limit: 1, offset: 0 });
    return found ?? null;
  }

  async retryJob(jobId: string): Promise<boolean> {
    const { rows } = await sql`UPDATE ${this.#jobs}
      SET state = 'retry', start_after = now(), completed_on = NULL,
        retry_limit = greatest(retry_limit, retry_count + ${FURTHER_ATTEMPTS})
      WHERE ${isMessageJob(jobId)} AND state IN ('created', 'retry', 'failed') RETURNING 1`.execute(this.#db);
    return rows.length > 0;
  }

  async cancelJob(jobId: string): Promise<boolean> {
    const { rows } = await sql`UPDATE ${this.#jobs} SET state = 'cancelled', completed_on = now()
      WHERE ${isMessageJob(jobId)} AND state IN ('created', 'retry', 'failed') RETURNING 1`.execute(this.#db);
    return rows.length > 0;
  }

  async #select(
    accountId: string,
    filter: Filter,
    { limit, offset }: PageQuery,
  ): Promise<readonly WaitingItem[]> {
    // Each is read no further than the page.
    const branches = [
      this.#messages(accountId, filter),
      this.#invitations(accountId, filter),
      this.#deliveries(accountId, filter),
      seals(accountId, filter),
    ].map((branch) => sql`(${branch} ORDER BY since, waiting_id LIMIT ${limit + offset})`);
    const { rows } = await sql<Row>`
      SELECT * FROM (${sql.join(branches, sql` UNION ALL `)}) AS waiting
      ORDER BY since, waiting_id LIMIT ${limit} OFFSET ${offset}`.execute(this.#db);
    return rows.map((row) => ({ ...row, about: fromJson(row.about) }) as WaitingItem);
  }

  #messages(accountId: string, filter: Filter): RawBuilder<unknown> {
    return this.#jobsWhere(
      filter,
      sql`job.name IN (${sql.join(MESSAGE_JOBS)}) AND ${sql.raw(ACCOUNT_OF_GROUP)} = ${accountId}`,
    );
  }

  #invitations(accountId: string, filter: Filter): RawBuilder<unknown> {
    return this.#jobsWhere(
      filter,
      sql`job.name = ${INVITATION_JOB} AND ${sql.raw(ACCOUNT_OF_GROUP)} IS NULL
        AND EXISTS (SELECT FROM users WHERE users.user_id = job.data ->> 'userId'
          AND users.account_id = ${accountId})`,
    );
  }

  #jobsWhere(filter: Filter, condition: RawBuilder<unknown>): RawBuilder<unknown> {
    const documentId = sql`job.data ->> 'documentId'`;
    return sql`SELECT job.id::text AS waiting_id, 'message' AS kind,
        CASE job.state WHEN 'retry' THEN 'retrying' WHEN 'active' THEN 'running' ELSE 'given_up' END AS state,
        ${documentId} AS document_id, job.created_on AS since,
        CASE WHEN job.state = 'retry' THEN job.start_after END AS next_at,
        job.retry_count + CASE WHEN job.state = 'active' THEN 0 ELSE 1 END AS attempts,
        job.data - 'origin' AS about
      FROM ${this.#jobs} AS job
      WHERE ${condition}
        AND job.state IN ('retry', 'active', 'failed') AND (job.state <> 'active' OR job.retry_count > 0)
        AND ${matches(filter, documentId, sql`job.id::text`)}`;
  }

  #deliveries(accountId: string, filter: Filter): RawBuilder<unknown> {
    const documentId = sql`delivery.event ->> 'documentId'`;
    return sql`SELECT delivery.delivery_id AS waiting_id, 'webhook',
        CASE delivery.status WHEN 'dead' THEN 'given_up' ELSE 'retrying' END,
        ${documentId}, delivery.created_at AS since,
        (SELECT min(job.start_after) FROM ${this.#jobs} AS job
          WHERE job.name = 'deliver-webhook' AND job.state < 'active'
            AND job.data ->> 'deliveryId' = delivery.delivery_id COLLATE "default"),
        delivery.attempts,
        jsonb_build_object('webhookId', webhook.webhook_id, 'webhookName', webhook.name,
          'eventType', delivery.event ->> 'type', 'lastStatus', delivery.last_status,
          'lastError', delivery.last_error)
      FROM webhook_deliveries AS delivery JOIN webhooks AS webhook USING (webhook_id)
      WHERE webhook.account_id = ${accountId} AND delivery.status IN ('pending', 'dead')
        AND (delivery.status = 'pending' AND delivery.attempts > 0
          OR delivery.status = 'dead' AND delivery.updated_at > now() - interval '7 days'
            AND delivery.last_error IS DISTINCT FROM 'stopped')
        AND ${matches(filter, documentId, sql`delivery.delivery_id`)}`;
  }
}

/** The primary key of the queue begins with the name. */
function isMessageJob(jobId: string): RawBuilder<unknown> {
  return sql`id = ${jobId}::uuid AND name IN (${sql.join([...MESSAGE_JOBS, INVITATION_JOB])})`;
}

function seals(accountId: string, filter: Filter): RawBuilder<unknown> {
  const delay = sql`state -> 'sealingDelay'`;
  const dateOf = (name: string) => sql`(${delay} -> ${sql.lit(name)} ->> '$date')::timestamptz`;
  return sql`SELECT document_id AS waiting_id, 'seal', 'retrying', document_id, ${dateOf('since')} AS since,
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
