import { type Kysely, sql } from 'kysely';

/** Every later change of a document writes it anew. */
const PROGRESS = `jsonb_build_object(
  'signees', jsonb_array_length(state -> 'signees'),
  'signed', (SELECT count(*) FROM jsonb_array_elements(state -> 'signees') AS signee
    WHERE jsonb_typeof(signee -> 'signature') = 'object'),
  'next', CASE WHEN status <> 'awaiting_signatures' THEN '[]'::jsonb ELSE coalesce((
    SELECT jsonb_agg(jsonb_build_object(
      'fullName', coalesce(signee ->> 'fullName', ''), 'emailAddress', lower(signee ->> 'emailAddress')))
    FROM (SELECT signee, rank() OVER (ORDER BY (signee ->> 'signingOrder')::numeric) AS turn
      FROM jsonb_array_elements(state -> 'signees') AS signee
      WHERE jsonb_typeof(signee -> 'signature') IS DISTINCT FROM 'object') AS waiting
    WHERE turn = 1), '[]'::jsonb) END)`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE documents ADD COLUMN progress jsonb NOT NULL
    DEFAULT '{"signees": 0, "signed": 0, "next": []}'`.execute(db);
  await sql.raw(`UPDATE documents SET progress = ${PROGRESS} WHERE status <> 'deleted'`).execute(db);
}
