import { type Kysely, sql } from 'kysely';

/** Webhook events are audit entries: deliveries contain what they send, and keep their event id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE webhook_deliveries ADD COLUMN event jsonb`.execute(db);
  await sql`UPDATE webhook_deliveries SET event = jsonb_build_object(
      'eventId', events.event_id,
      'type', events.type,
      'documentId', events.document_id,
      'accountId', events.account_id,
      'userId', events.user_id,
      'signeeId', events.signee_id,
      'date', jsonb_build_object('$date', to_char(events.date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    ) FROM events WHERE events.event_id = webhook_deliveries.event_id`.execute(db);
  await sql`DELETE FROM webhook_deliveries WHERE event IS NULL`.execute(db);
  await sql`ALTER TABLE webhook_deliveries ALTER COLUMN event SET NOT NULL`.execute(db);
  await sql`DROP INDEX webhook_deliveries_event`.execute(db);
  await sql`CREATE INDEX webhook_deliveries_created_at ON webhook_deliveries (created_at)`.execute(db);
  for (const queue of await listQueues(db)) await renameQueuedEvents(db, queue);
  await sql`DROP TABLE events`.execute(db);
  await keepSealings(db);
}

/** `jobs` in the embedded database, named after the schema on a server. */
async function listQueues(db: Kysely<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ schema: string }>`SELECT schema FROM
    unnest(ARRAY['jobs', current_schema() || '_jobs']) AS schema
    WHERE to_regclass(format('%I.job', schema)) IS NOT NULL`.execute(db);
  return rows.map(({ schema }) => schema);
}

/** By type and order. */
async function renameQueuedEvents(db: Kysely<unknown>, queue: string): Promise<void> {
  await sql`WITH
    old AS (SELECT event_id, document_id, type,
      row_number() OVER (PARTITION BY document_id, type ORDER BY position) AS nth FROM events),
    kept AS (SELECT entry_id, subject_id, type,
      row_number() OVER (PARTITION BY subject_id, type ORDER BY sequence) AS nth
      FROM audit_entries WHERE subject_kind = 'document')
    UPDATE ${sql.id(queue, 'job')} AS job
      SET data = jsonb_set(job.data, '{eventId}', to_jsonb(kept.entry_id))
      FROM old JOIN kept ON kept.subject_id = old.document_id AND kept.type = old.type AND kept.nth = old.nth
      WHERE job.name = 'publish-event' AND job.data ->> 'eventId' = old.event_id`.execute(db);
}

/** Attempts of interrupted sealing are only in the trail. */
async function keepSealings(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ document_id: string; details: string }>`
    SELECT document_id, details FROM documents
      JOIN audit_entries ON subject_kind = 'document' AND subject_id = document_id AND type = 'document.sealed'
      WHERE status = 'awaiting_signatures' ORDER BY sequence`.execute(db);
  for (const { document_id, details } of rows) {
    await sql`UPDATE documents SET state = jsonb_set(state, '{sealings}',
        coalesce(state -> 'sealings', '[]'::jsonb) || jsonb_build_array(cast(${details}::text as jsonb)))
      WHERE document_id = ${document_id}`.execute(db);
  }
}
